import { DAY, HOUR, MINUTE } from '#contract/time-spans.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { recordDifferences } from './alarms.ts';
import { listConcerns, sentenceOf } from './concerns.ts';
import { isFileKept } from '#server/database/all-rows.ts';
import { scanDueAbstracts } from '#server/abstract/scan-abstracts.ts';
import { every } from './every.ts';
import { features } from '#server/features.ts';
import type { JobDeps } from './watch.ts';
import { everyByOne } from './leased-job.ts';
import { clamdScanner } from '#server/files/clamd.ts';
import { sweepUploads } from '#server/files/sweep-uploads.ts';
import type { openLog } from './log.ts';
import { writeDigest } from '#server/mail/digest.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { createMailer, senderOf } from '#server/mail/create-mailer.ts';
import { type OutboxWorker, sendDueMail } from '#server/mail/outbox-worker.ts';
import { returnAddresses } from '#server/mail/returned-mails.ts';
import { forgetFullBuckets } from '#server/http/shared-rate-limit.ts';
import { hasRoomForLetters, type Quotas } from '#server/config/quotas.ts';
import { alarmAtDifferences } from '#server/payments/reconcile.ts';
import { countChangedOrders } from '#server/orders/sell/taken-places.ts';
import {
  paymentJobs,
  POLL_PAUSE_MS,
  POLLED_AT_ONCE,
  pollPayments,
} from '#server/payments/poll-open-payments.ts';
import { writeWeeklyReport } from '#server/reports/weekly-report.ts';
import { listServers } from './servers.ts';
import { tellAlarms } from './tell-alarms.ts';
import { finishRemovals } from '#server/privacy/removals.ts';

type ServerDeps = JobDeps & {
  /** The id of this server. */
  serverId: string;
  /** The folder into which mails are written without a mail server. */
  mailFolder: string;
  quotas: Quotas;
  log: ReturnType<typeof openLog>;
};

const SECOND = 1000;

/**
 * Starts the background jobs: they send mails, remove files without a row, scan files and check payments. Returns a function
 * for each job that stops the job and waits for a run that has begun.
 */
export function startBackgroundJobs(deps: ServerDeps): (() => Promise<void>)[] {
  const { serverId, context, log } = deps;
  const { db, clock } = context;
  const failed = (message: string, error: unknown) => log.error({ err: error }, message);
  const jobs: Jobs = {
    deps,
    one: (job) => ({ db, clock, holder: serverId, name: job }),
    failed,
    fails: (message) => (error) => failed(message, error),
    at: printTimes(deps.content.conference.dates.timezone),
  };
  const all = [
    ...mailJobs(jobs),
    ...fileJobs(jobs),
    ...jobsOfPayments(jobs),
    everyByOne(
      jobs.one('places'),
      MINUTE,
      () => countChangedOrders(db),
      jobs.fails(
        'the changed orders could not be counted; every number of places is right nevertheless',
      ),
    ),
    everyByOne(
      jobs.one('rate-limits'),
      10 * MINUTE,
      () => forgetFullBuckets(db, clock()),
      jobs.fails('unused rate limits could not be removed'),
    ),
    ...features()
      .flatMap(({ watch }) => watch?.jobs ?? [])
      .filter(({ isNeeded }) => isNeeded?.(deps) ?? true)
      .map(({ name, everyMs, run, failed: said }) =>
        everyByOne(jobs.one(name), everyMs, (signal) => run(deps, signal), jobs.fails(said)),
      ),
    ...alarmJobs(jobs),
    ...scanJobs(jobs),
  ];
  return all.map((job) => () => job.stop());
}

type Jobs = {
  deps: ServerDeps;
  /**
   * A job that only one server runs at a time. Mails, scans and polling need none, because each mail, file and payment
   * has its own lease.
   */
  one: (job: string) => Parameters<typeof everyByOne>[0];
  failed: (message: string, error: unknown) => void;
  fails: (message: string) => (error: unknown) => void;
  at: ReturnType<typeof printTimes>;
};
type Job = { stop: () => Promise<void> };

function workerOf({ env, mailFolder, content, context, quotas, log }: ServerDeps): OutboxWorker {
  const { db, clock, alarm } = context;
  let addresses: ReturnType<typeof returnAddresses> | undefined;
  return {
    db,
    mailer: createMailer(env, mailFolder, clock),
    clock,
    held: heldKinds(content.mails),
    hasRoom: quotas.mails.hasRoom,
    hasRoomForLetters: () => hasRoomForLetters(quotas),
    ...senderOf(content.conference, env),
    names: Object.fromEntries(
      Object.entries(content.translations).map(([language, { conference }]) => [
        language,
        conference.name,
      ]),
    ),
    async returnTo(id) {
      addresses ??= returnAddresses(db, env).catch((error: unknown) => {
        addresses = undefined;
        throw error;
      });
      return (await addresses)?.(id);
    },
    log: (message, details) => log.warn(details, message),
    alarm,
  };
}

function mailJobs({ deps, one, fails, at }: Jobs): Job[] {
  const { content, context, mailLayout } = deps;
  const { db, clock, newId } = context;
  const worker = workerOf(deps);
  const listAttention = async () =>
    (await listConcerns(context)).map((concern) => sentenceOf(concern, at));
  return [
    every(
      SECOND,
      (signal) => sendDueMail(worker, () => !signal.aborted),
      fails('the outbox could not be read'),
    ),
    everyByOne(
      one('digest'),
      MINUTE,
      () => writeDigest({ db, mailLayout, clock, newId, listAttention }),
      fails('the digest of the secretary could not be written'),
    ),
    everyByOne(
      one('report'),
      10 * MINUTE,
      () => writeWeeklyReport({ db, content, mailLayout, clock, newId }),
      fails('the weekly report could not be written'),
    ),
  ];
}

function fileJobs({ deps, one, failed, fails }: Jobs): Job[] {
  const { context, files, mailFolder } = deps;
  const { db } = context;
  const sweep = { ...files, isKept: (key: string) => isFileKept(db, key) };
  const removals = { store: files.store, mailFolder };
  return [
    sweepEvery(HOUR, sweep, failed),
    everyByOne(
      one('removals'),
      HOUR,
      () => finishRemovals(db, removals),
      fails('interrupted removals could not be finished'),
    ),
  ];
}

function jobsOfPayments({ deps: { context }, one, failed, fails }: Jobs): Job[] {
  const { db, clock } = context;
  return [
    every(
      MINUTE,
      async (signal) => {
        const { length: servers } = await listServers(db, clock);
        const lanes = Math.ceil(POLLED_AT_ONCE / Math.max(1, servers));
        // All servers together ask no more often than one.
        const pauseMs = (POLL_PAUSE_MS * lanes * Math.max(1, servers)) / POLLED_AT_ONCE;
        await pollPayments(context, failed, { lanes, pauseMs, signal });
      },
      fails('a polling round failed'),
      { firstMs: 0 },
    ),
    ...paymentJobs.map(({ name, run }) =>
      everyByOne(
        one(name),
        MINUTE,
        (signal) => run(context, failed, signal),
        fails(`the round of ${name} failed`),
      ),
    ),
    everyByOne(
      one('reconcile'),
      DAY,
      async (signal) => {
        const differences = await alarmAtDifferences(context, signal);
        await recordDifferences(context, differences, { isWhole: false });
      },
      fails('the payments could not be reconciled'),
      { firstMs: 10 * MINUTE },
    ),
  ];
}

function alarmJobs({ deps: { env, context }, one, fails, at }: Jobs): Job[] {
  const { ALARM_URL: url, PUBLIC_BASE_URL: site } = env;
  if (url === undefined) return [];
  const { db, clock, mode } = context;
  return [
    everyByOne(
      one('alarms'),
      MINUTE,
      () => tellAlarms({ db, clock, at, url, site, mode }),
      fails('the concerns could not be posted to ALARM_URL; the next try is in a minute'),
    ),
  ];
}

function scanJobs({ deps, fails }: Jobs): Job[] {
  const { env, context, files, mailLayout, log } = deps;
  if (env.CLAMD === undefined) return [];
  const { db, clock, newId, alarm } = context;
  const warn = (message: string, details: object) => log.warn(details, message);
  const scan = clamdScanner(env.CLAMD);
  const room = { db, store: files.store, scan, clock, newId, mailLayout, log: warn, alarm };
  return [
    every(
      5 * SECOND,
      async (signal) => {
        await scanDueAbstracts(room, signal);
        for (const { watch } of features()) await watch?.scan?.(room, signal);
      },
      fails('a round of scanning failed'),
    ),
  ];
}

/** At the first run all files are from a process that has ended, so no file has to be quiet for a time. */
function sweepEvery(
  intervalMs: number,
  sweep: Parameters<typeof sweepUploads>[0],
  failed: (message: string, error: unknown) => void,
) {
  let quietMs: number | undefined = 0;
  const run = async () => {
    await sweepUploads(sweep, quietMs);
    quietMs = undefined;
  };
  return every(
    intervalMs,
    run,
    (error) => failed('interrupted uploads could not be swept', error),
    { firstMs: 0 },
  );
}
