import type { FeatureTexts } from '#contract/content/feature-texts.ts';
import { askedAmountsTexts } from './asked-amounts/shape.ts';
import { authorPageTexts } from './author-page/shape.ts';
import { badgesTexts } from './badges/shape.ts';
import { bookTexts } from './book/shape.ts';
import { booksTexts } from './books/shape.ts';
import { cashTexts } from './cash/shape.ts';
import { colleaguesTexts } from './colleagues/shape.ts';
import { companionsTexts } from './companions/shape.ts';
import { contributionsTexts } from './contributions/shape.ts';
import { emblemTexts } from './emblem/shape.ts';
import { invitationsTexts } from './invitations/shape.ts';
import { lettersTexts } from './letters/shape.ts';
import { peerReviewTexts } from './peer-review/shape.ts';
import { posterJudgesTexts } from './poster-judges/shape.ts';
import { postersTexts } from './posters/shape.ts';
import { programmeTexts } from './programme/shape.ts';
import { proofsTexts } from './proofs/shape.ts';
import { questionsTexts } from './questions/shape.ts';
import { reviewerPagesTexts } from './reviewer-pages/shape.ts';
import { surveyTexts } from './survey/shape.ts';
import { rorTexts } from './ror/shape.ts';
import { materialTexts } from './talk-material/shape.ts';
import { sessionPlacesTexts } from './session-places/shape.ts';
import { twoPayersTexts } from './two-payers/shape.ts';
import { visaLetterTexts } from './visa-letter/shape.ts';
import { waitingListTexts } from './waiting-list/shape.ts';
import { webhooksTexts } from './webhooks/shape.ts';

/** The features' keys of the conference's folder, for the builds, which load no server. */
export const texts: readonly FeatureTexts[] = [
  invitationsTexts,
  questionsTexts,
  companionsTexts,
  proofsTexts,
  visaLetterTexts,
  waitingListTexts,
  authorPageTexts,
  rorTexts,
  peerReviewTexts,
  programmeTexts,
  contributionsTexts,
  reviewerPagesTexts,
  materialTexts,
  postersTexts,
  posterJudgesTexts,
  bookTexts,
  cashTexts,
  badgesTexts,
  sessionPlacesTexts,
  lettersTexts,
  surveyTexts,
  askedAmountsTexts,
  twoPayersTexts,
  emblemTexts,
  booksTexts,
  colleaguesTexts,
  webhooksTexts,
];
