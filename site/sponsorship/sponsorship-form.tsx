import { type FormEvent, useState } from 'react';
import type { Exhibition } from '#contract/content/exhibition-shape.ts';
import { OfficeNote } from '#site/exhibition/office-note.tsx';
import { ReachFields } from '#site/exhibition/reach-fields.tsx';
import { FormSection } from '#site/forms/form-section.tsx';
import { Button, ButtonLink } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { enquiryMail, readEnquiry, type SponsorshipEnquiry } from './sponsorship-enquiry.ts';

type Words = Exhibition['sponsorshipForm'] &
  Pick<Exhibition, 'congress'> & { countries: readonly string[] };

/** Logs the entries and sends nothing. Without scripts, the method `dialog` submits nowhere. */
export function SponsorshipForm({ words }: { words: Words }) {
  const { email } = words.congress;
  const [logged, setLogged] = useState<SponsorshipEnquiry>();

  const log = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const enquiry = readEnquiry(new FormData(event.currentTarget));
    // oxlint-disable-next-line no-console -- this is all that the form does
    console.log('Sponsorship enquiry', enquiry);
    setLogged(enquiry);
  };

  return (
    <form
      method="dialog"
      onSubmit={log}
      onInvalidCapture={() => setLogged(undefined)}
      className="grid gap-y-8 lg:grid-cols-[2fr_1fr] lg:gap-x-[clamp(2rem,4vw,5rem)]"
    >
      <OfficeNote
        id="note"
        text={words.note}
        email={email}
        className="-mb-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-0 lg:border-t-2 lg:border-accent lg:pt-5"
      />
      <FormSection heading="You">
        <div className="field-pair">
          <TextField label="First name" name="firstName" required autoComplete="given-name" />
          <TextField label="Last name" name="lastName" required autoComplete="family-name" />
          <TextField label="Company name" name="companyName" required autoComplete="organization" />
          <TextField label="Job title" name="jobTitle" required autoComplete="organization-title" />
        </div>
      </FormSection>
      <FormSection heading="How to reach you">
        <ReachFields countries={words.countries} />
        <Button type="submit" aria-describedby="note" className="mt-10">
          Submit
        </Button>
        <div role={logged && 'status'} aria-live="polite">
          {logged && (
            <div ref={show} className="mt-8 border-l-4 border-edge bg-sunk px-5 py-4 text-small">
              <p>{words.logged}</p>
              <ButtonLink to={enquiryMail(logged, email, words.heading)} variant="quiet">
                {words.mailLink}
              </ButtonLink>
            </div>
          )}
        </div>
      </FormSection>
    </form>
  );
}

/** The answer may be below the window. */
function show(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'nearest' });
}
