import { currencyOf } from '#contract/currency.ts';
import { amountWithCode, type Cents } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { listSuspectAbstracts } from '#server/abstract/abstracts.ts';
import { entriesInState, sumOfEntries } from '#server/bank/bank-entries.ts';
import { failedBankRefunds, unsentBankRefunds } from '#server/bank/bank-refunds.ts';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { listDeadLetters, troubleReason } from '#server/mail/dead-letters.ts';
import { findMailOutage } from '#server/mail/mail-outage.ts';
import { findHold } from '#server/mail/hold.ts';
import { listUnagreed } from '#server/orders/rows/orders.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { countOpenElsewhere } from '#server/payments/other-accounts.ts';
import { mismatchWords } from '#server/payments/payment-history.ts';
import { listOpenTransfers, ordersOfPayments } from '#server/payments/payments.ts';
import {
  listRefunds,
  refundsBehindDisputes,
  unsettledRefunds,
  waitingRefunds,
} from '#server/payments/refunds.ts';
import { type OpenReview, openReviews } from '#server/payments/reviews.ts';
import { countNotUnderstood, unheardPaymentAt } from '#server/payments/webhook-events.ts';
import { isIncomplete, listSeries } from '#server/receipts/series-gaps.ts';
import { findReference } from '#server/reports/find-reference.ts';
import { withTimes } from '#server/reports/wall-clock.ts';
import { counted } from '#server/counted.ts';
import { features } from '#server/features.ts';
import { listDifferences } from './alarms.ts';
import type { Concern, ConcernDeps, ConcernKind, Found } from './concern.ts';
import { findBackupTimes } from './backup-times.ts';
import { accountsOf, findInstallation } from './installation.ts';
import {
  bucketAway,
  filesAway,
  filesMissing,
  lowDisk,
  type Machine,
  mistakeInContent,
  noServer,
  sellingLate,
  sharedAddress,
  unnamedProxy,
} from './outages.ts';
import { firstOf } from './plan.ts';
import { differentContents } from './different-contents.ts';
import { listServers } from './servers.ts';

/** The subjects of the metrics; a machine has further ones. */
const subjects =
  'order payment refund dispute difference document abstract mails setting backup'.split(' ');

/** A refund without an answer becomes a concern after this time. */
const MOST_UNANSWERED_MS = HOUR;

/** A nightly backup that failed once becomes a concern before it fails for the second time. */
const MOST_SINCE_BACKUP_MS = 36 * 60 * 60_000;

/** Payers are told that a bank transfer to them takes ten working days. */
const MOST_UNSENT_MS = 7 * DAY;

/** Every kind of concern, in the order of the list. */
const ownKinds: readonly ConcernKind[] = [
  { about: 'server', subject: 'Server', title: 'No server runs', find: onMachine(noServer) },
  { about: 'disk', subject: 'Server', title: 'The disk is nearly full', find: onMachine(lowDisk) },
  {
    about: 'bucket',
    subject: 'Server',
    title: 'The bucket does not answer',
    find: onMachine(bucketAway),
  },
  {
    about: 'content',
    subject: 'Server',
    title: 'The folder has a mistake',
    find: onMachine(mistakeInContent),
  },
  {
    about: 'content',
    subject: 'Server',
    title: 'Servers show different contents',
    find: async ({ db, clock }) => differentContents(await listServers(db, clock), clock()),
  },
  {
    about: 'content',
    subject: 'Server',
    title: 'Registration has no end',
    find: onMachine(sellingLate),
  },
  {
    about: 'payment',
    subject: 'Money',
    title: 'A payment needs attention',
    find: async ({ db }) =>
      Promise.all(
        (await openReviews(db)).map(async (review) => ({
          id: review.paymentId,
          words:
            review.kind === 'mismatch'
              ? `the money that arrived does not fit it: ${await mismatchWords(db, review.paymentId)}; ${
                  review.refundedBy
                    ? `refund it with organiser ${review.refundedBy}`
                    : 'look at the payment in the dashboard of its provider, and refund it there'
                }, or agree with the person to keep it`
              : reviewWords[review.kind](review),
          details: detailsOf(review),
          reference: review.reference,
          // An organiser sees a warning at the provider, under the provider's id.
          ...settledWith(review.kind === 'fraudWarning' ? review.about : review.id),
        })),
      ),
  },
  {
    about: 'dispute',
    subject: 'Money',
    title: 'A payer disputes a payment',
    find: async ({ db }) =>
      (await withOrders(db, await listDisputes(db, { state: 'OPENED' }))).map(
        ({ ref: id, amount, dueAt, reference }) => ({
          id,
          words: `the payer disputes ${amount}; ${
            dueAt === undefined ? 'no answer is needed now' : `answer by ${dueAt}`
          }`,
          details: id,
          reference,
          command: `organiser show ${reference} --evidence FILE.html writes what the answer needs`,
        }),
      ),
  },
  {
    about: 'payment',
    subject: 'Money',
    title: 'A part of a bank transfer is missing',
    find: async ({ db, clock }) =>
      (await withOrders(db, await missingParts(db, timestamp(clock())))).map(
        ({ paymentId: id, came, amount, reference }) => ({
          id,
          words: `only ${came} of ${amount} came by bank transfer in time, and its places are still held; ask for the rest, or cancel it, and what came is returned`,
          reference,
          command: `organiser cancel ${reference} returns it`,
        }),
      ),
  },
  {
    about: 'payment',
    subject: 'Money',
    title: 'Entries of the bank account wait',
    find: async ({ db }) => {
      const entries = await entriesInState(db, 'open');
      const [oldest] = entries;
      if (!oldest) return [];
      const words = `${counted(entries.length, 'entry', 'entries')} of the bank account that nobody has matched, the oldest of ${oldest.bookedOn}`;
      return [
        {
          id: `entries ${entries.length}`,
          words,
          page: '/transfers?state=OPEN',
          command: 'organiser bank lists them, bank --match books one',
        },
      ];
    },
  },
  {
    about: 'refund',
    subject: 'Money',
    title: 'A bank transfer needs an account',
    find: async ({ db }) => {
      const missing = (await unsentBankRefunds(db)).filter(({ iban }) => iban === undefined);
      // The refund of a payment that came back is a refund that did not arrive.
      const failed = (await failedBankRefunds(db)).filter(({ refundId }) => refundId === undefined);
      const refunds = [
        ...missing.map((refund) => ({
          ...refund,
          why: 'has no IBAN; ask the payer for an account',
        })),
        ...failed.map((refund) => ({
          ...refund,
          why: 'came back from the bank; ask the payer for another account',
        })),
      ];
      return refunds.map(({ id, why, amountCents, currency, reason: reference }) => ({
        id,
        words: `a refund of ${amountWithCode(amountCents, currency)} ${why}`,
        reference,
        command: `organiser bank --iban ${reference}=IBAN adds the account`,
      }));
    },
  },
  {
    about: 'refund',
    subject: 'Money',
    title: 'Bank transfers are to be made',
    find: async ({ db, clock }) => {
      const waiting = (await unsentBankRefunds(db)).filter(
        ({ createdAt }) => createdAt < timestamp(clock(), -MOST_UNSENT_MS),
      );
      const [oldest] = waiting;
      return oldest
        ? [
            {
              id: String(waiting.length),
              words: `${counted(waiting.length, 'refund')} by bank transfer not made yet, the oldest since ${oldest.createdAt}; payers were told ten working days`,
              page: '/transfers?state=WAITING',
              command: waiting.every(({ fileId }) => fileId !== undefined)
                ? 'all of them are in files for the bank; a later statement that organiser bank reads marks them as sent'
                : 'organiser bank --refunds FILE.xml writes a file for the bank',
            },
          ]
        : [];
    },
  },
  {
    about: 'refund',
    subject: 'Money',
    title: 'A refund has no answer',
    find: async ({ db, clock }) =>
      (await withOrders(db, await listRefunds(db, 'ASKED')))
        .filter(({ askedAt = '' }) => askedAt < timestamp(clock(), -MOST_UNANSWERED_MS))
        .map(
          ({ id, amount, askedAt, trouble = 'the provider gives no clear answer', reference }) => ({
            id,
            words: `a refund of ${amount} was requested ${askedAt}: ${trouble}`,
            details: id,
            reference,
          }),
        ),
  },
  {
    about: 'refund',
    subject: 'Money',
    title: 'A refund waits for a dispute',
    find: async ({ db }) =>
      (await withOrders(db, await refundsBehindDisputes(db))).map(({ id, amount, reference }) => ({
        id,
        words: `a refund of ${amount} waits for the decision of a dispute`,
        details: id,
        reference,
        action: { name: 'take-refund-back', request: { id } },
        command: `organiser refund --cancel ${id} takes it back`,
      })),
  },
  {
    about: 'refund',
    subject: 'Money',
    title: 'A refund waits for the payer',
    find: async ({ db }) =>
      (await withOrders(db, await waitingRefunds(db))).map(
        ({ id, amount, trouble = '', reference }) => ({
          id,
          words: `a refund of ${amount} ${trouble}; Stripe has written to the payer`,
          details: id,
          reference,
        }),
      ),
  },
  {
    about: 'payment',
    subject: 'Money',
    title: 'A refund did not arrive',
    find: async ({ db }) =>
      (await withOrders(db, await unsettledRefunds(db))).map(
        ({ id, paymentId, amount, reason, state, reference }) => ({
          id: paymentId,
          words: `a refund of ${amount} ${
            state === 'REFUSED' ? 'was refused' : 'came back from the bank of the payer'
          }`,
          details: `${reason}, ${id}`,
          reference,
          ...settledWith(id),
        }),
      ),
  },
  {
    about: 'difference',
    subject: 'Money',
    title: 'Our ledger and the provider’s differ',
    find: async ({ db }) => {
      const found = await listDifferences(db);
      return Promise.all(
        found.map(async (one) => ({ ...one, reference: await findReference(db, one.id) })),
      );
    },
  },
  {
    about: 'document',
    subject: 'Money',
    title: 'A series of document numbers is incomplete',
    find: async ({ db }) =>
      (await listSeries(db))
        .filter(isIncomplete)
        .map(({ series, last, count, deleted, missing }) => ({
          id: series,
          words: `the series ${series} has ${counted(count, 'document')}${
            deleted === 0 ? '' : ` and ${deleted} deleted after the retention period`
          }, but its last number is ${last}${
            missing.length === 0 ? '' : `; missing: ${firstOf(missing).join(', ')}`
          }; look for the lost rows in a backup`,
        })),
  },
  {
    about: 'setting',
    subject: 'Server',
    title: 'A setting needs attention',
    find: webhookConcerns,
  },
  {
    about: 'setting',
    subject: 'Server',
    title: 'A setting needs attention',
    find: onMachine(unnamedProxy),
  },
  {
    about: 'setting',
    subject: 'Server',
    title: 'A setting needs attention',
    find: onMachine(sharedAddress),
  },
  { about: 'backup', subject: 'Server', title: 'Backups have stopped', find: backupConcerns },
  {
    about: 'payment',
    subject: 'Money',
    title: 'Payments of other accounts are open',
    find: async ({ db }) => {
      const installation = await findInstallation(db);
      const count = installation ? await countOpenElsewhere(db, accountsOf(installation)) : 0;
      const words = `${counted(count, 'payment')} of other accounts, of which this server cannot learn whether money came; look in the dashboard of the other account, or start the server with its keys`;
      return count === 0 ? [] : [{ id: String(count), words }];
    },
  },
  {
    about: 'order',
    subject: 'Money',
    title: 'An amount needs an agreement',
    find: async ({ db }) =>
      (await listUnagreed(db)).map(({ reference }) => ({
        id: reference,
        words: 'paid, but the amount is not agreed',
        reference,
        command: 'organiser agree agrees to it',
      })),
  },
  {
    about: 'abstract',
    subject: 'Abstracts',
    title: 'A file is infected or was not scanned',
    find: async ({ db }) =>
      (await listSuspectAbstracts(db)).map(({ reference: id, scan, scanFinding = 'no name' }) => ({
        id,
        words: `abstract ${id}: its file ${
          scan === 'INFECTED' ? `is infected (${scanFinding})` : 'could not be scanned'
        }`,
        page: `/abstracts/${id}`,
      })),
  },
  {
    about: 'mails',
    subject: 'Mails',
    title: 'Mails do not go out',
    find: async ({ db, clock }) => {
      const outage = await findMailOutage(db, clock);
      if (!outage) return [];
      return [
        {
          id: 'outage',
          words: `${counted(outage.count, 'mail')} cannot go out: ${troubleReason(outage.trouble)}`,
          details: outage.trouble,
          page: '/mails?state=WAITING',
          command: 'organiser mails --test ADDRESS tries it',
        },
      ];
    },
  },
  {
    about: 'mails',
    subject: 'Mails',
    title: 'Mails were given up',
    find: async ({ db }) => {
      const letters = await listDeadLetters(db);
      if (letters.length === 0) return [];
      const firstOfAll = (texts: string[]) => [...new Set(texts)].slice(0, 3).join('; ');
      const reasons = firstOfAll(letters.map(({ trouble }) => troubleReason(trouble)));
      return [
        {
          id: String(letters.length),
          words: `${counted(letters.length, 'mail')} given up${reasons && `: ${reasons}`}`,
          details: firstOfAll(letters.map(({ trouble }) => trouble)),
          page: '/mails?state=GIVEN_UP',
          action: { name: 'retry-mails', request: {} },
          command: 'organiser mails shows them, mails --retry sends them again',
        },
      ];
    },
  },
  {
    about: 'mails',
    subject: 'Mails',
    title: 'Mails are on hold',
    find: async ({ db }) => {
      const id = await findHold(db);
      if (id === undefined) return [];
      return [
        {
          id,
          words: `${id === 'all' ? 'all mails' : 'mass letters'} are on hold`,
          page: '/mails?state=WAITING',
          action: { name: 'release-mails', request: {} },
          command: 'organiser mails --release sends them',
        },
      ];
    },
  },
  { about: 'files', subject: 'Server', title: 'Files are elsewhere', find: onMachine(filesAway) },
  { about: 'files', subject: 'Server', title: 'Files are missing', find: onMachine(filesMissing) },
];

const reviewWords: Record<
  Exclude<OpenReview['kind'], 'mismatch'>,
  (review: OpenReview) => string
> = {
  paidTwoOrders: ({ otherReference }) =>
    `its person has another paid place by ${otherReference}; cancel one, or keep both`,
  overtaken: () => 'paid for something that had been cancelled or changed; refund it, or keep it',
  noPlaceLeft: () =>
    'paid after its place was given to somebody else, so more places are paid than there are; cancel it, or keep it',
  partPaid: ({ arrived, asked, missing, isPending }) =>
    `${arrived} of ${asked} came by bank transfer, and ${missing} is missing; ${
      isPending
        ? 'the place is held, and the payer was asked for the rest'
        : 'the payment is over, so return the part in the dashboard of Stripe, or agree with the payer'
    }`,
  overpaid: ({ overpaid }) =>
    `Stripe keeps ${overpaid} that the payer has transferred beyond the amount; return it in Stripe's dashboard, on the page of the customer`,
  fraudWarning: () => 'a bank warns of fraud; refund the payment, or keep it',
};

function detailsOf({ kind, about }: OpenReview): string | undefined {
  if (kind === 'mismatch') return 'MISMATCH';
  return kind === 'fraudWarning' ? about : undefined;
}

/** The kinds of the features, after those of the trunk. */
function kindsOfFeatures(): ConcernKind[] {
  return features().flatMap(({ watch }) => watch?.concerns ?? []);
}

function kinds(): ConcernKind[] {
  return [...ownKinds, ...kindsOfFeatures()];
}

/** All concerns of the tables and, for a command, of its machine. */
export function listConcerns(deps: ConcernDeps): Promise<Concern[]> {
  return concernsOfKinds(deps, kinds());
}

async function concernsOfKinds(
  deps: ConcernDeps,
  wanted: readonly ConcernKind[],
): Promise<Concern[]> {
  const concerns: Concern[] = [];
  for (const { about, subject, title, find } of wanted) {
    for (const found of await find(deps)) {
      const page = found.page ?? (found.reference && `/people/${found.reference}`);
      concerns.push({ about, subject, title, ...found, page });
    }
  }
  return concerns;
}

/** The number of concerns of each subject, for the metrics. */
export async function countConcerns(deps: ConcernDeps): Promise<Record<string, number>> {
  const all = [...subjects, ...kindsOfFeatures().map(({ about }) => about)];
  const counts: Record<string, number> = Object.fromEntries(all.map((about) => [about, 0]));
  for (const { about } of await listConcerns(deps)) counts[about] = (counts[about] ?? 0) + 1;
  return counts;
}

/** The concerns that are posted to ALARM_URL. */
export function listToldConcerns(deps: ConcernDeps): Promise<Concern[]> {
  return concernsOfKinds(
    deps,
    kinds().filter(({ isTold = true }) => isTold),
  );
}

/** A concern as one sentence: the order, the problem, its ids and the command; `at` prints its moments. */
export function sentenceOf(
  { reference, words, details, command }: Found,
  at: (moment: string) => string,
): string {
  const order = reference === undefined ? '' : `order ${reference}: `;
  const ids = details ? ` (${details})` : '';
  return `${order}${withTimes(words, at)}${ids}${command === undefined ? '' : `; ${command}`}`;
}

function settledWith(id: string): Pick<Found, 'settles' | 'action' | 'command'> {
  return {
    settles: id,
    action: { name: 'settle', request: { id } },
    command: `organiser refund --settled ${id} ends this`,
  };
}

/** Without webhooks payments are only recorded later, so nobody would notice a wrong secret or a wrong choice of events. */
async function webhookConcerns({ db, clock }: ConcernDeps): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of ['stripe', 'paypal'] as const) {
    const id = `webhooks of ${name}`;
    const count = await countNotUnderstood(db, name);
    if (count > 0) {
      const words = `${id}: the last ${count} events were of kinds that this server does not know; choose the events of docs/payments.md`;
      found.push({ id, words });
    }
    const unheard = await unheardPaymentAt(db, name, clock());
    if (unheard !== undefined) {
      const words = `${id}: no event came for the payment that began ${unheard}; compare the address and the secret or id with the provider's dashboard`;
      found.push({ id, words });
    }
  }
  return found;
}

/** Nobody looks at a timer that fails or does not run any more. */
async function backupConcerns({ db, clock, machine }: ConcernDeps): Promise<Found[]> {
  const { backedUpAt, copiedAt } = await findBackupTimes(db);
  const { BACKUP_RECIPIENTS: recipients = [], BACKUP_S3_BUCKET: bucket } = machine?.env ?? {};
  const limit = timestamp(clock(), -MOST_SINCE_BACKUP_MS);
  const found: Found[] = [];
  if (backedUpAt === undefined ? recipients.length > 0 : backedUpAt < limit) {
    const newest =
      backedUpAt === undefined ? 'no backup was made yet' : `the newest backup is of ${backedUpAt}`;
    const words = `${newest}; look why the timer of organiser backup does not run or fails`;
    found.push({ id: 'newest', words });
  }
  if (copiedAt === undefined ? bucket !== undefined : copiedAt < limit) {
    const newest =
      copiedAt === undefined
        ? 'no backup is on another machine'
        : `the newest backup on another machine is of ${copiedAt}`;
    found.push({ id: 'copy', words: `${newest}; look why organiser backup cannot copy it` });
  }
  return found;
}

/** The bank transfers whose last day is over and of which only a part came. */
async function missingParts(db: Db, now: string) {
  const over = (await listOpenTransfers(db)).filter(({ expiresAt }) => expiresAt <= now);
  const parts = await Promise.all(
    over.map(async ({ id: paymentId, amountCents, currency }) => {
      const came = await sumOfEntries(db, paymentId);
      return came > 0 ? [{ paymentId, amountCents, came: amountWithCode(came, currency) }] : [];
    }),
  );
  return parts.flat();
}

function onMachine(
  find: (machine: Machine, deps: ConcernDeps) => Promise<Found | undefined>,
): ConcernKind['find'] {
  return async (deps) => {
    const found = deps.machine && (await find(deps.machine, deps));
    return found ? [found] : [];
  };
}

/** Adds to each row the reference of its order and the amount as text. */
async function withOrders<T extends { paymentId: string; amountCents: Cents; currency?: string }>(
  db: Db,
  rows: readonly T[],
) {
  const ids = rows.map(({ paymentId }) => paymentId);
  const orders = await ordersOfPayments(db, ids);
  return rows.flatMap((row) => {
    const order = orders.get(row.paymentId);
    if (!order) return [];
    const currency = row.currency === undefined ? order.currency : currencyOf(row.currency);
    const amount = amountWithCode(row.amountCents, currency);
    return [{ ...row, amount, reference: order.reference }];
  });
}
