import * as labels from 'content:labels/discount';
import conference from 'content:conference';
import details from 'content:conference-details';
import countries from 'content:countries';
import seller from 'content:organiser';
import pages from 'content:pages';
import prices from 'content:prices';
import drawing from 'theme:drawings/discount';
import { FormTrouble } from '#site/forms/form-trouble.tsx';
import { countryChoices } from '#site/forms/country-choices.ts';
import { openingWords } from '#site/forms/opening-words.ts';
import { LazyOpeningNote } from '#site/forms/lazy-opening-note.tsx';
import { paymentWays } from '#site/forms/payment-ways.ts';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/discount-page.ts';
import { DiscountForm, type DiscountWords } from './discount-form.tsx';

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
  return (
    <>
      <PageHeading compact heading={words.heading} intro={words.intro} drawing={drawing} />
      <div className="page pt-8 lg:pt-12">
        <LazyOpeningNote opening={words.opening} contact={words.contact} />
        <FormTrouble />
        <DiscountForm words={words} />
      </div>
    </>
  );
}
