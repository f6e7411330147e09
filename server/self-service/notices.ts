import type { Content } from '#contract/content.ts';
import { features } from '#server/features.ts';

type Words = Content['yourRegistration'];

/** The sentences on the page after an act. */
const sentences = {
  changedMeanwhile: ({ changedMeanwhile }: Words) => changedMeanwhile,
  changeMade: ({ change }: Words) => change.done,
  changeMadeWithRefund: ({ change }: Words) => change.doneWithRefund,
  changeWithdrawn: ({ change }: Words) => change.withdrawn,
  changePaid: ({ change }: Words) => change.paid,
  // The reasons for which an unpaid change cannot be withdrawn now.
  beingPaid: ({ refusals }: Words) => refusals.beingPaid,
  providerSilent: ({ refusals }: Words) => refusals.providerSilent,
  mismatch: ({ refusals }: Words) => refusals.mismatch,
  cancelled: ({ cancel }: Words) => cancel.done,
  cancelledWithRefund: ({ cancel }: Words) => cancel.doneWithRefund,
  answersSaved: ({ answersSaved }: Words) => answersSaved,
  answersPartly: ({ answersPartly }: Words) => answersPartly,
  answersStale: ({ answersStale }: Words) => answersStale,
  corrected: ({ details }: Words) => details.done,
  addressAsked: ({ address }: Words) => address.sent,
  addressKept: ({ address }: Words) => address.withdrawn,
  invoiceIssued: ({ invoice }: Words) => invoice.done,
  invoiceSaved: ({ invoice }: Words) => invoice.saved,
  invoiceUnchanged: ({ invoice }: Words) => invoice.unchanged,
  placeOffered: ({ handOver }: Words) => handOver.sent,
  offerWithdrawn: ({ handOver }: Words) => handOver.withdrawn,
};
/** The notices of features: each adds its own with `declare module`. */
export interface FeatureNotices {}
export type Notice = keyof typeof sentences | keyof FeatureNotices;

declare module '#server/features.ts' {
  interface FeatureSections {
    /** Sentences on the own page after an act. */
    notices?: Readonly<Record<string, (said: Words) => string | undefined>>;
  }
}

/** The address of a page with a notice on it. */
export function withNotice(path: string, notice: Notice): string {
  return `${path}?notice=${notice}`;
}

/** The sentence that the query of an address names; undefined for any other query. */
export function noticeOf({ yourRegistration: said }: Content, query: unknown): string | undefined {
  return typeof query === 'string' && isNotice(query) ? allNotices()[query](said) : undefined;
}

export function isNotice(name: string): name is Notice {
  return Object.hasOwn(allNotices(), name);
}

function allNotices(): Record<Notice, (said: Words) => string | undefined> {
  return Object.assign({}, sentences, ...features().map(({ sections }) => sections?.notices));
}
