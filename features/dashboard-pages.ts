import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import type { Offer } from '#organiser/dashboard/page/offered.ts';
import { decideOffers } from './programme/site/decide-offer.ts';
import { deskPage } from './desk/site/desk-page.tsx';
import { visaOffers } from './visa-letter/site/visa-offers.ts';

/** The pages of features in the dashboard. */
export const pages: readonly PageOfFeature[] = [deskPage];

/** The actions that features offer on the pages of a person and of an abstract. */
export const offers: readonly (readonly Offer[])[] = [visaOffers, decideOffers];
