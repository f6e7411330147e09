import type { Feature } from '#server/features.ts';
import { askedAmounts } from './asked-amounts/feature.ts';
import { authorPage } from './author-page/feature.ts';
import { badges } from './badges/feature.ts';
import { bankStatements } from './bank-statements/feature.ts';
import { book } from './book/feature.ts';
import { books } from './books/feature.ts';
import { bounces } from './bounces/feature.ts';
import { companions } from './companions/feature.ts';
import { contributions } from './contributions/feature.ts';
import { cash } from './cash/feature.ts';
import { colleagues } from './colleagues/feature.ts';
import { contentEditor } from './content-editor/feature.ts';
import { desk } from './desk/feature.ts';
import { emblem } from './emblem/feature.ts';
import { invitations } from './invitations/feature.ts';
import { letters } from './letters/feature.ts';
import { members } from './members/feature.ts';
import { peerReview } from './peer-review/feature.ts';
import { posters } from './posters/feature.ts';
import { posterJudges } from './poster-judges/feature.ts';
import { programme } from './programme/feature.ts';
import { proofs } from './proofs/feature.ts';
import { questions } from './questions/feature.ts';
import { reviewerPages } from './reviewer-pages/feature.ts';
import { survey } from './survey/feature.ts';
import { ror } from './ror/feature.ts';
import { talkMaterial } from './talk-material/feature.ts';
import { sessionPlaces } from './session-places/feature.ts';
import { twoPayers } from './two-payers/feature.ts';
import { visaLetter } from './visa-letter/feature.ts';
import { waitingList } from './waiting-list/feature.ts';
import { webhooks } from './webhooks/feature.ts';

/** All features, in the order in which the trunk calls them. */
export const features: readonly Feature[] = [
  invitations,
  members,
  questions,
  companions,
  proofs,
  visaLetter,
  waitingList,
  authorPage,
  ror,
  peerReview,
  programme,
  contributions,
  reviewerPages,
  talkMaterial,
  posters,
  posterJudges,
  book,
  cash,
  desk,
  badges,
  sessionPlaces,
  letters,
  survey,
  askedAmounts,
  twoPayers,
  emblem,
  bankStatements,
  books,
  colleagues,
  webhooks,
  bounces,
  contentEditor,
];
