import * as forms from 'content:labels/forms';
import * as labels from 'content:labels/registration';
import conference from 'content:conference';
import details from 'content:conference-details';
import countries from 'content:countries';
import seller from 'content:organiser';
import * as memberPrice from 'content:labels/memberPrice';
import pages from 'content:pages';
import prices from 'content:prices';
import drawing from 'theme:drawings/registration';
import { FormTrouble } from '#site/forms/form-trouble.tsx';
import { choicesOf } from '#site/forms/country-choices.ts';
import { openingWords } from '#site/forms/opening-words.ts';
import { LazyOpeningNote } from '#site/forms/lazy-opening-note.tsx';
import { paymentWays } from '#site/forms/payment-ways.ts';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/registration-page.ts';
import { guestsHintOf, offerOf } from './offer.ts';
import { pickedLabels } from './registration-labels.ts';
import { RegistrationForm, type RegistrationWords } from './registration-form.tsx';

export function loader(): RegistrationWords {
  const offer = offerOf(prices);
  return {
    labels: pickedLabels({ ...labels, guestsHint: guestsHintOf(offer) }),
    lettersDiffer: forms.lettersDiffer,
    spokenTotal: offer.hasFee ? forms.spokenTotalWithFee : forms.spokenTotal,
    ...pages.registration,
    conference: conference.name,
    deadline: details.deadlines.registrationPage,
    place: details.accommodation,
    countries: choicesOf(countries.registration),
    offer,
    ways: paymentWays(),
    payee: seller.legalName,
    opening: openingWords(labels.opensSubject, details.opening.registration),
    contact: conference.secretary.email,
    waitingList: details.waitingList ?? conference.secretary.email,
    ...(prices.presentationTypes.some(({ onlyFor }) => onlyFor === 'members') && {
      membership: { label: memberPrice.field, hint: memberPrice.hint },
    }),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function RegistrationPage({ loaderData: words }: Route.ComponentProps) {
  return (
    <>
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing}>
        <p className="border border-good px-3 py-1.5 text-label font-semibold text-good">
          {words.badge}
        </p>
      </PageHeading>
      <div className="page pt-8 lg:pt-12">
        <LazyOpeningNote opening={words.opening} contact={words.contact} />
        <FormTrouble />
        <RegistrationForm words={words} />
      </div>
    </>
  );
}
