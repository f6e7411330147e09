import type { Content } from '#contract/content.ts';
import { hasAbstractWithFile } from './abstract/abstracts.ts';
import { keepScanning } from './abstract/scan-abstracts.ts';
import type { Env } from './env.ts';
import { smtpSettings } from './feature-settings.ts';
import { clamdScanner } from './files/clamd.ts';
import type { FileStore } from './files/file-store.ts';
import { keepSweeping } from './files/sweep-uploads.ts';
import type { Uploads } from './files/uploads.ts';
import type { openLog } from './log.ts';
import { folderMailer } from './mail/folder-mailer.ts';
import { startOutboxWorker } from './mail/outbox-worker.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import type { Quotas } from './quotas.ts';
import { keepReconciling } from './payments/reconcile.ts';
import { keepPollingOpenPayments } from './payments/poll-open-payments.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import { finishRemovals } from './privacy/removals.ts';

type WorkParts = {
  env: Env;
  /** Where mails are written that nobody gets. */
  mailFolder: string;
  content: Content;
  context: PaymentContext;
  files: { uploads: Uploads; store: FileStore };
  quotas: Quotas;
  log: ReturnType<typeof openLog>;
};

/**
 * What a server does besides answering, each at its own pace: it sends mails, removes files that belong to nothing, has
 * files scanned and looks after payments. Gives back what ends each; a round that has begun is waited for.
 */
export function startBackgroundJobs(parts: WorkParts): (() => unknown)[] {
  const { env, mailFolder, content, context, files, quotas, log } = parts;
  const { db, clock, alarm } = context;
  const { name, secretary } = content.conference;
  const warn = (message: string, details: object) => log.warn(details, message);
  const failed = (message: string, error: unknown) => log.error({ err: error }, message);

  const smtp = smtpSettings(env);
  const worker = startOutboxWorker(
    {
      db,
      mailer: smtp ? smtpMailer(smtp) : folderMailer(mailFolder),
      clock,
      hasRoom: quotas.mails.hasRoom,
      from: { name, address: env.MAIL_FROM ?? secretary.email },
      replyTo: secretary.email,
      log: warn,
      alarm,
    },
    1000,
  );
  const sweeper = keepSweeping(
    { ...files, isKept: (key) => hasAbstractWithFile(db, key) },
    () => finishRemovals(db, { store: files.store, mailFolder }),
    failed,
  );
  const scan = env.CLAMD === undefined ? undefined : clamdScanner(env.CLAMD);
  const scanning = scan && keepScanning({ db, store: files.store, scan, clock, log: warn, alarm });
  const reconciler = keepPollingOpenPayments(context, failed);
  const comparing = keepReconciling(context, failed);
  return [
    () => worker.stop(),
    () => sweeper.stop(),
    () => scanning?.stop(),
    () => reconciler.stop(),
    () => comparing.stop(),
  ];
}
