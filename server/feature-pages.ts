import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import type { UploadQuotas } from './abstract/abstract-limits.ts';
import type { Pace } from './abstract/upload-pace.ts';
import type { TableName } from './database/all-rows.ts';
import type { FileStore } from './files/file-store.ts';
import type { Uploads } from './files/uploads.ts';
import type { OriginOf } from './http/origin.ts';
import type { PageFrame, PublicFrame } from './http/page-frame.ts';
import type { MailLayout } from './mail/mail-layout.ts';
import type { Sale } from './orders/sell/on-sale.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import type { ReceiptDeps } from './receipts/issue-documents.ts';
import type { RegistrationDeps } from './registration/register.ts';

/** The dependencies of the pages behind the links in mails, in one language. */
export type LinkPageDeps = {
  context: PaymentContext;
  content: Content;
  /** All languages of the conference, the first one first. */
  languages: readonly string[];
  mailLayout: MailLayout;
  sale: Sale;
  receipts: ReceiptDeps;
  recording: RegistrationDeps;
  files: { uploads: Uploads; store: FileStore };
  /** The folder of this server's data. */
  dataDir: string;
  quotas: UploadQuotas;
  frame: PageFrame;
  originOf: OriginOf;
  /** Tests give a shorter time limit. */
  pace: Pace | undefined;
  /** Whether a scanner checks files: then nobody downloads a file before its scan. */
  hasScanner: boolean;
  /** Off for load tests: a link may be used any number of times. */
  isLimited: boolean;
};

/** The dependencies of pages for everybody, in one language. */
export type PublicPageDeps = Pick<
  LinkPageDeps,
  'content' | 'context' | 'dataDir' | 'files' | 'hasScanner' | 'originOf'
> & {
  frame: PublicFrame;
  /** The content of the first language, which has the others. */
  first: Content;
};

/** The column of a table with the token of a page. The row, or its order, has the language of the page. */
export type TokenColumn = readonly [table: TableName, column: string];

declare module '#server/features.ts' {
  interface FeaturePages {
    /** The columns with the tokens of its pages, by the beginning of their address. */
    tokens?: Readonly<Record<string, readonly TokenColumn[]>>;
    /** Pages for everybody, in each language. */
    public?: (app: FastifyInstance, deps: PublicPageDeps) => void;
    /** Pages for one person behind the links in mails, in each language. */
    behindLinks?: (app: FastifyInstance, deps: LinkPageDeps) => Promise<void>;
  }
}
