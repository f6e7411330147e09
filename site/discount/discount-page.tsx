import * as labels from 'content:labels/discount';
import conference from 'content:conference';
import details from 'content:conference-details';
import countries from 'content:countries';
import seller from 'content:organiser';
import pages from 'content:pages';
import prices from 'content:prices';
import drawing from 'theme:drawings/discount';
import { FormPage } from '#site/forms/form-page.tsx';
import { countryChoices } from '#site/forms/country-choices.ts';
import { lazyForm } from '#site/forms/lazy-part.tsx';
import { openingWords } from '#site/forms/opening-words.ts';
import { paymentWays } from '#site/forms/payment-ways.ts';
import { pageMeta } from '#site/page-meta.ts';
import type { Route } from './+types/discount-page.ts';
import type { DiscountWords } from './discount-form.tsx';

const { Form, withForm } = lazyForm(async () => (await import('./discount-form.tsx')).DiscountForm);

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => withForm(serverLoader);

export function loader(): DiscountWords {
  const { discount } = pages;
  if (!discount) throw new Response(null, { status: 404 });
  return {
    ...discount,
    conference: conference.name,
    payee: seller.legalName,
    opening: openingWords(labels.opensSubject, details.opening.discounts),
    contact: conference.secretary.email,
    currency: prices.currency,
    fee: prices.fee,
    ...countryChoices(countries.discountFallback),
    ways: paymentWays(),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

export default function DiscountPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, opening, contact } = words;
  return (
    <FormPage {...{ heading, intro, drawing, opening, contact }}>
      <Form words={words} />
    </FormPage>
  );
}
