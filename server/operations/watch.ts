import type { Content } from '#contract/content.ts';
import type { Env } from '#server/config/env.ts';
import type { Db } from '#server/database/database.ts';
import type { Scanner } from '#server/files/clamd.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Uploads } from '#server/files/uploads.ts';
import type { Clock } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { Sale } from '#server/orders/sell/on-sale.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ConcernKind } from './concern.ts';

export type JobDeps = {
  context: PaymentContext;
  content: Content;
  env: Env;
  mailLayout: MailLayout;
  sale: Sale;
  /** The origin of the site; links in mails begin with it. */
  origin: string;
  files: { uploads: Uploads; store: FileStore };
};

/** A background job that one server at a time runs. */
export type Job = {
  /** The same on every server. */
  name: string;
  everyMs: number;
  /** False: with these settings and this content there is nothing to do, and no lease to write. */
  isNeeded?: (deps: JobDeps) => boolean;
  run: (deps: JobDeps, signal: AbortSignal) => Promise<unknown>;
  /** The line of the log if it fails. */
  failed: string;
};

/** The dependencies of a round of scanning. */
export type ScanRoom = {
  db: Db;
  store: FileStore;
  scan: Scanner;
  clock: Clock;
  log: (message: string, details: Record<string, unknown>) => void;
};

declare module '#server/features.ts' {
  interface FeatureWatch {
    concerns?: readonly ConcernKind[];
    jobs?: readonly Job[];
    /** Scans files that wait for it, if there is a scanner. */
    scan?: (room: ScanRoom, signal: AbortSignal) => Promise<unknown>;
  }
}
