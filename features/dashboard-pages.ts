import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import type { Offer } from '#organiser/dashboard/page/offered.ts';
import { askOffers } from './asked-amounts/site/ask-offers.ts';
import { abstractOffers } from './author-page/site/abstract-offers.ts';
import { accountPage } from './colleagues/site/account-page.tsx';
import { entrancePage } from './colleagues/site/entrance-page.tsx';
import { secondPersonPage } from './colleagues/site/second-person-page.tsx';
import { contentPage } from './content-editor/site/content-page.tsx';
import { deskOffers } from './desk/site/desk-offers.ts';
import { deskPage } from './desk/site/desk-page.tsx';
import { resendOffers } from './letters/site/resend-offers.ts';
import { reviewOffers } from './peer-review/site/review-offers.ts';
import { decideOffers } from './programme/site/decide-offer.ts';
import { ownSessionsPage } from './programme/site/own-sessions-page.tsx';
import { proofOffers } from './proofs/site/proof-offers.ts';
import { answerOffers } from './questions/site/answer-offer.ts';
import { companionOffers } from './companions/site/companion-offers.ts';
import { discussionOffers } from './reviewer-pages/site/discussion-offers.ts';
import { visaOffers } from './visa-letter/site/visa-offers.ts';

/** The pages of features in the dashboard. */
export const pages: readonly PageOfFeature[] = [
  accountPage,
  contentPage,
  deskPage,
  ownSessionsPage,
  secondPersonPage,
  entrancePage,
];

/** The actions that features offer on the pages of a person, an order and an abstract. */
export const offers: readonly (readonly Offer[])[] = [
  deskOffers,
  answerOffers,
  companionOffers,
  askOffers,
  proofOffers,
  visaOffers,
  abstractOffers,
  decideOffers,
  reviewOffers,
  discussionOffers,
  resendOffers,
];
