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
import { FormPage } from '#site/forms/form-page.tsx';
import { choicesOf } from '#site/forms/country-choices.ts';
import { lazyForm } from '#site/forms/lazy-part.tsx';
import { openingWords } from '#site/forms/opening-words.ts';
import { paymentWays } from '#site/forms/payment-ways.ts';
import { pageMeta } from '#site/page-meta.ts';
import type { Route } from './+types/registration-page.ts';
import { guestsHintOf, offerOf } from './offer.ts';
import { pickedLabels } from './registration-labels.ts';
import type { RegistrationWords } from './registration-form.tsx';

const { Form, withForm } = lazyForm(
  async () => (await import('./registration-form.tsx')).RegistrationForm,
);

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => withForm(serverLoader);

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
  const { heading, intro, opening, contact } = words;
  return (
    <FormPage
      {...{ heading, intro, drawing, opening, contact }}
      facts={
        <p className="opening-badge border border-good px-3 py-1.5 text-label font-semibold text-good">
          {words.badge}
        </p>
      }
    >
      <Form words={words} />
    </FormPage>
  );
}
