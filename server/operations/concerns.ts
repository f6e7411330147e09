import { currencyOf } from '#contract/currency.ts';
import { amountWithCode } from '#contract/money.ts';
import { type Concern, listDifferences } from './alarms.ts';
import { listSuspectAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { listUnagreed } from '#server/orders/orders.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { accountsOf, findInstallation } from './installation.ts';
import { findHold, type Hold } from '#server/mail/hold.ts';
import { type DeadLetter, listDeadLetters } from '#server/mail/dead-letters.ts';
import { listDisputes } from '#server/payments/disputes.ts';
import { countOpenElsewhere } from '#server/payments/other-accounts.ts';
import { getPayment } from '#server/payments/payments.ts';
import {
  listRefunds,
  type Refund,
  refundsBehindDisputes,
  unsettledRefunds,
} from '#server/payments/refunds.ts';
import { openReviews } from '#server/payments/reviews.ts';
import { countNotUnderstood, unheardPaymentAt } from '#server/payments/webhook-events.ts';

type ConcernDeps = { db: Db; clock: Clock };

/** How many things of each kind need a person, for the metrics. */
export async function countConcerns(deps: ConcernDeps): Promise<Record<string, number>> {
  const counts: Record<string, number> = {
    order: 0,
    payment: 0,
    refund: 0,
    dispute: 0,
    difference: 0,
    abstract: 0,
    mails: 0,
    setting: 0,
  };
  for (const { about } of await listConcerns(deps)) counts[about] = (counts[about] ?? 0) + 1;
  return counts;
}

/** What needs a person, by the tables. */
export async function listConcerns(deps: ConcernDeps): Promise<Concern[]> {
  const { db } = deps;
  const deadLetters = await listDeadLetters(db);
  const hold = await findHold(db);
  return [
    ...(await moneyConcerns(deps)),
    ...(await listDifferences(db)),
    ...(await webhookConcerns(deps)),
    ...(await concernsElsewhere(db)),
    ...(await listUnagreed(db)).map(({ reference: id }): Concern => ({
      about: 'order',
      id,
      words: 'paid, and its amount is not agreed; organiser agree shows it',
    })),
    ...(await abstractConcerns(db)),
    ...(deadLetters.length > 0 ? [deadLetterConcern(deadLetters)] : []),
    ...(hold === undefined ? [] : [HELD[hold]]),
  ];
}

async function concernsElsewhere(db: Db): Promise<Concern[]> {
  const installation = await findInstallation(db);
  if (!installation) return [];
  const open = await countOpenElsewhere(db, accountsOf(installation));
  if (open === 0) return [];
  return [
    { about: 'payment', id: String(open), words: 'of other accounts, whose end is not known' },
  ];
}

const HELD: Record<Hold, Concern> = {
  all: {
    about: 'mails',
    id: 'all',
    words: 'are held, none goes out; organiser mails --release sends them',
  },
  letters: {
    about: 'mails',
    id: 'letters',
    words: 'are held; organiser mails --release sends them',
  },
};

function deadLetterConcern(letters: readonly DeadLetter[]): Concern {
  const reasons = [...new Set(letters.map(({ trouble }) => trouble))].slice(0, 3).join('; ');
  const why = reasons === '' ? '' : ` (${reasons})`;
  const words = `given up${why}; organiser mails shows them`;
  return { about: 'mails', id: String(letters.length), words };
}

/** Payments arrive without webhooks too, only later: so a wrong secret or style of events is noticed by nobody. */
async function webhookConcerns({ db, clock }: ConcernDeps): Promise<Concern[]> {
  const concerns: Concern[] = [];
  for (const name of ['stripe', 'paypal'] as const) {
    const count = await countNotUnderstood(db, name);
    if (count > 0) {
      concerns.push({
        about: 'setting',
        id: `webhooks of ${name}`,
        words: `the last ${count} were of kinds that nobody here understands: choose the events of docs/payments.md`,
      });
    }
    const unheard = await unheardPaymentAt(db, name, clock());
    if (unheard !== undefined) {
      concerns.push({
        about: 'setting',
        id: `webhooks of ${name}`,
        words: `none told of the payment that began ${unheard}: compare its address and its secret or id with the provider's dashboard`,
      });
    }
  }
  return concerns;
}

/** A refund without an answer for longer needs a person. */
const MOST_UNANSWERED_MS = 60 * 60_000;

async function moneyConcerns({ db, clock }: ConcernDeps): Promise<Concern[]> {
  const undecided = await withAmounts(
    db,
    (await listRefunds(db, 'ASKED')).filter(
      ({ askedAt = '' }) => askedAt < timestamp(clock(), -MOST_UNANSWERED_MS),
    ),
  );
  const waiting = await withAmounts(db, await refundsBehindDisputes(db));
  const unsettled = await withAmounts(db, await unsettledRefunds(db));
  return [
    ...(await openReviews(db)).map((review): Concern => ({
      about: 'payment',
      id: review.paymentId,
      words: reviewWords[review.kind](review),
      // A warning is known by the id that its provider shows.
      settles: review.kind === 'fraudWarning' ? review.about : review.id,
    })),
    ...(await listDisputes(db, { state: 'OPENED' })).map(
      ({ ref, paymentId, amountCents, currency, dueAt }): Concern => ({
        about: 'dispute',
        id: ref,
        words: `payment ${paymentId}, ${amountWithCode(amountCents, currencyOf(currency))}, ${
          dueAt === undefined ? 'no answer is wanted now' : `answer by ${dueAt}`
        }`,
      }),
    ),
    ...undecided.map(({ id, paymentId, amount, askedAt, trouble }): Concern => ({
      about: 'refund',
      id,
      words: `of payment ${paymentId}, ${amount}, asked ${askedAt}: ${
        trouble ?? 'the provider gives no clear answer'
      }`,
    })),
    ...waiting.map(({ id, paymentId, amount }): Concern => ({
      about: 'refund',
      id,
      words: `of payment ${paymentId}, ${amount}, waits for the decision of a dispute`,
    })),
    ...unsettled.map(({ id, paymentId, amount, reason, state }): Concern => ({
      about: 'payment',
      id: paymentId,
      words: `a refund of ${amount} ${
        state === 'REFUSED' ? 'was refused' : 'came back from the bank of the payer'
      } (${reason}, ${id})`,
      settles: id,
    })),
  ];
}

type OpenReview = Awaited<ReturnType<typeof openReviews>>[number];

const reviewWords: Record<OpenReview['kind'], (review: OpenReview) => string> = {
  mismatch: () => 'MISMATCH',
  paidTwoOrders: ({ otherReference }) =>
    `its person has another paid place by ${otherReference}: cancel one, or leave both and say so`,
  overtaken: () =>
    'it was paid for what had been cancelled or changed: refund it, or leave it and say so',
  fraudWarning: ({ about }) =>
    `a bank warns that it is fraud (${about}): refund it, or leave it and say so`,
};

/** A refund is in the currency of its payment. */
function withAmounts(db: Db, refunds: readonly Refund[]) {
  return Promise.all(
    refunds.map(async (refund) => {
      const { currency } = await getPayment(db, refund.paymentId);
      return { ...refund, amount: amountWithCode(refund.amountCents, currency) };
    }),
  );
}

async function abstractConcerns(db: Db): Promise<Concern[]> {
  const abstracts = await listSuspectAbstracts(db);
  return abstracts.map(({ reference: id, scan, scanFinding }): Concern => ({
    about: 'abstract',
    id,
    words: scan === 'INFECTED' ? (scanFinding ?? 'infected') : 'not scanned, given up',
  }));
}
