import countries from 'content:countries';
import exhibition from 'content:exhibition';
import { type FormEvent, useState } from 'react';
import type { Exhibition } from '#contract/content/shapes/exhibition-shape.ts';
import drawing from 'theme:drawings/sponsorship-form';
import { choicesOf } from '#site/forms/country-choices.ts';
import type { CountryChoice } from '#site/forms/translated-choices.ts';
import { pageMeta } from '#site/page-meta.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/sponsorship-form-page.ts';
import { CongressBar } from './congress-bar.tsx';
import { CongressForm, RequiredText } from './congress-form.tsx';
import { enquiryMail, readEnquiry, type SponsorshipEnquiry } from './sponsorship-enquiry.ts';

export const loader = () => ({
  ...exhibition.sponsorshipForm,
  congress: exhibition.congress,
  countries: choicesOf(countries.sponsorship),
});

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function SponsorshipFormPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <CongressBar {...words.congress} />
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing} />
      <div className="page grid-page pt-8 lg:pt-12">
        <div className="col-span-12">
          <SponsorshipForm words={words} />
        </div>
      </div>
    </>
  );
}

type Words = Exhibition['sponsorshipForm'] &
  Pick<Exhibition, 'congress'> & { countries: readonly CountryChoice[] };

/** Logs the entries and sends nothing. */
function SponsorshipForm({ words }: { words: Words }) {
  const { email } = words.congress;
  const [logged, setLogged] = useState<SponsorshipEnquiry>();

  const log = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const enquiry = readEnquiry(new FormData(event.currentTarget));
    // oxlint-disable-next-line no-console -- the form does nothing else
    console.log('Sponsorship enquiry', enquiry);
    setLogged(enquiry);
  };

  return (
    <CongressForm
      note={words.note}
      office={email}
      countries={words.countries}
      onSubmit={log}
      onInvalidCapture={() => setLogged(undefined)}
      you={
        <div className="field-pair">
          <RequiredText name="firstName" />
          <RequiredText name="lastName" />
          <RequiredText name="companyName" />
          <RequiredText name="jobTitle" />
        </div>
      }
    >
      <div role={logged && 'status'} aria-live="polite">
        {logged && (
          <div ref={show} className="mt-8 border-s-4 border-edge bg-sunk px-5 py-4 text-small">
            <p>{words.logged}</p>
            <ButtonLink to={enquiryMail(logged, email, words.heading)} variant="quiet">
              {words.mailLink}
            </ButtonLink>
          </div>
        )}
      </div>
    </CongressForm>
  );
}

/** Scrolls to the answer, which may be below the window. */
function show(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest' });
}
