import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import type { Offer } from '#organiser/dashboard/page/offered.ts';
import { decideOffers } from './programme/site/decide-offer.ts';
import { deskPage } from './desk/site/desk-page.tsx';
import { programmePage } from './programme/site/programme-page.ts';
import { visaOffers } from './visa-letter/site/visa-offers.ts';
import { waitingListPage } from './waiting-list/site/waiting-list-page.ts';

/** The pages of features in the dashboard. */
export const pages: readonly PageOfFeature[] = [deskPage, waitingListPage, programmePage];

/** The actions that features offer on the pages of a person and of an abstract. */
export const offers: readonly (readonly Offer[])[] = [visaOffers, decideOffers];
