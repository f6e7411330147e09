import { decimalFromCents } from '#contract/money.ts';
import { listAbstracts } from './abstract/abstracts.ts';
import type { Db } from './database/database.ts';
import { unconfirmedOrders } from './discount/agree.ts';
import { type Clock, timestamp } from './identity.ts';
import { accountsOf, findInstallation } from './installation.ts';
import { listDeadLetters } from './mail/dead-letters.ts';
import { listDisputes } from './payments/disputes.ts';
import { countOpenElsewhere } from './payments/other-accounts.ts';
import { mismatchedPayments } from './payments/payments.ts';
import { listRefunds, refundsBehindDisputes, unsettledRefunds } from './payments/refunds.ts';

/** Something that a person has to look at: what it is, its id or reference, and why. It names nobody. */
export type Concern = {
  about:
    | 'order'
    | 'payment'
    | 'refund'
    | 'dispute'
    | 'difference'
    | 'abstract'
    | 'files'
    | 'mails'
    | 'setting';
  id: string;
  words: string;
};

type ConcernDeps = { db: Db; clock: Clock };

/** What needs a person, by the tables. */
export async function listConcerns(deps: ConcernDeps): Promise<Concern[]> {
  const { db } = deps;
  const deadLetters = (await listDeadLetters(db)).length;
  return [
    ...(await moneyConcerns(deps)),
    ...(await concernsElsewhere(db)),
    ...(await unconfirmedOrders(db)).map(({ reference: id }): Concern => ({
      about: 'order',
      id,
      words: 'paid, and its amount is not agreed; organiser agree shows it',
    })),
    ...(await abstractConcerns(db)),
    ...(deadLetters > 0 ? [deadLetterConcern(deadLetters)] : []),
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

function deadLetterConcern(count: number): Concern {
  return { about: 'mails', id: String(count), words: 'given up; organiser mails shows them' };
}

/** A refund without an answer for longer needs a person. */
const MOST_UNANSWERED_MS = 60 * 60_000;

async function moneyConcerns({ db, clock }: ConcernDeps): Promise<Concern[]> {
  const undecided = (await listRefunds(db, 'ASKED')).filter(
    ({ askedAt = '' }) => askedAt < timestamp(clock(), -MOST_UNANSWERED_MS),
  );
  const waiting = await refundsBehindDisputes(db);
  return [
    ...(await mismatchedPayments(db)).map(({ id, state }): Concern => ({
      about: 'payment',
      id,
      words: state,
    })),
    ...(await listDisputes(db, { state: 'OPENED' })).map(
      ({ ref, paymentId, amountCents, dueAt }): Concern => ({
        about: 'dispute',
        id: ref,
        words: `payment ${paymentId}, ${decimalFromCents(amountCents)} EUR, ${
          dueAt === undefined ? 'no answer is wanted now' : `answer by ${dueAt}`
        }`,
      }),
    ),
    ...undecided.map(({ id, paymentId, amountCents, askedAt, trouble }): Concern => ({
      about: 'refund',
      id,
      words: `of payment ${paymentId}, ${amountCents} cents, asked ${askedAt}: ${
        trouble ?? 'the provider gives no clear answer'
      }`,
    })),
    ...waiting.map(({ id, paymentId, amountCents }): Concern => ({
      about: 'refund',
      id,
      words: `of payment ${paymentId}, ${amountCents} cents, waits for the decision of a dispute`,
    })),
    ...(await unsettledRefunds(db)).map(
      ({ id, paymentId, amountCents, reason, state }): Concern => ({
        about: 'payment',
        id: paymentId,
        words: `a refund of ${amountCents} cents ${
          state === 'REFUSED' ? 'was refused' : 'came back from the bank of the payer'
        } (${reason}, ${id})`,
      }),
    ),
  ];
}

async function abstractConcerns(db: Db): Promise<Concern[]> {
  return (await listAbstracts(db)).flatMap(({ reference: id, scan, scanFinding }): Concern[] => {
    if (scan === 'INFECTED') return [{ about: 'abstract', id, words: scanFinding ?? 'infected' }];
    if (scan === 'GIVEN_UP') return [{ about: 'abstract', id, words: 'not scanned, given up' }];
    return [];
  });
}
