import type { Content } from '#contract/content.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import type { AbstractEntries, KeptAbstract } from '#server/abstract/abstracts.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import type { Tx } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Uploads } from '#server/files/uploads.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';
import type { DemoProvider } from './demo-provider.ts';

export type DemoDeps = {
  /** A context with the clock of `now.at` and with `providers`. */
  context: PaymentContext;
  providers: { stripe: DemoProvider; paypal: DemoProvider };
  now: { at: Date };
  content: Content;
  mailLayout: MailLayout;
  receipts: ReceiptDeps;
  uploads: Uploads;
  store: FileStore;
  origin: string;
  /** The system user. */
  actor: string;
  parts: readonly DemoPart[];
};

/** The part of a feature in a demonstration. */
export type DemoPart = {
  /** In the transaction that keeps an abstract. */
  abstractKept?: (tx: Tx, abstract: KeptAbstract, printed: PrintedOfDemo) => Promise<unknown>;
  /** An author sends another version of the file. */
  fileSent?: (deps: DemoDeps, abstract: KeptAbstract, file: AcceptedFile) => Promise<unknown>;
  /** All abstracts are there. */
  abstractsSent?: (deps: DemoDeps, ids: readonly string[]) => Promise<void>;
  /** Everybody is there. */
  peopleRegistered?: (deps: DemoDeps) => Promise<void>;
};

/** The entries that are printed about an abstract. */
export type PrintedOfDemo = Pick<AbstractEntries, 'title' | 'keywords' | 'wish' | 'publishAt'> & {
  authors: AbstractAuthor[];
};

declare module '#server/features.ts' {
  interface FeatureData {
    /** Servers do not load it. */
    demo?: () => Promise<DemoPart>;
  }
}
