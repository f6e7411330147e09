import type { Content } from '#contract/content.ts';
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
};
