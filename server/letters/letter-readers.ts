import type { Prices } from '#contract/content.ts';
import { countryOf, findCountry } from '#contract/countries.ts';
import type { Db } from '#server/database/database.ts';
import { isSamePerson, normalised } from '#server/identity.ts';
import { listGroups } from '#server/orders/orders.ts';
import { isErased } from '#server/orders/participants.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import type { Reader } from './letter-text.ts';
import { type ListedParticipant, participantsIn } from '#server/reports/list-participants.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { typedCountry } from '#server/orders/typed-country.ts';

/** Somebody who gets a letter; an address gets it once. */
export type LetterReader = Reader & { email: string };

/** The columns of an abstract that decide who gets a letter. */
type Contribution = Reader & {
  email: string;
  country: string;
  outcome: string | null;
  answer: string | null;
};

/** The conditions that one word of a selection sets for a registration, for an abstract, or for both. */
type Asked = {
  registration?: (participant: ListedParticipant, hasPaid: boolean) => boolean;
  abstract?: (contribution: Contribution) => boolean;
};

const WORDS: Record<string, Asked> = {
  all: { registration: isTakingPart, abstract: () => true },
  registered: { registration: isTakingPart },
  unpaid: {
    registration: ({ state }, hasPaid) =>
      !hasPaid && ['REGISTERED', 'AWAITING_PAYMENT', 'EXPIRED'].includes(state),
  },
  paid: { registration: ({ state }) => state === 'CONFIRMED' },
  unagreed: { registration: ({ state }) => state === 'WAITS_FOR_AGREEMENT' },
  refunded: { registration: ({ state }) => state === 'REFUNDED' },
  cancelled: { registration: ({ state }) => state === 'CANCELLED' },
  abstracts: { abstract: () => true },
  accepted: { abstract: ({ outcome }) => outcome === 'ACCEPTED' },
  rejected: { abstract: ({ outcome }) => outcome === 'REJECTED' },
  confirmed: { abstract: ({ answer }) => answer === 'CONFIRMED' },
  withdrawn: { abstract: ({ answer }) => answer === 'WITHDRAWN' },
};

/** A person who got a refund of the whole order does not come. */
function isTakingPart({ state }: ListedParticipant): boolean {
  return state !== 'CANCELLED' && state !== 'REFUNDED';
}

/**
 * The readers of a selection such as "paid, speaker, country=Poland". A comma means and: one registration has to meet all
 * conditions about registrations, and one abstract of the same address all conditions about abstracts.
 */
export async function readersOf(
  db: Db,
  prices: Prices,
  selection: string,
): Promise<LetterReader[]> {
  const asked = askedIn(selection, prices);
  const hasBoth = ({ registration, abstract }: Asked) => registration && abstract;
  const isOf = (kind: keyof Asked) => asked.filter((one) => one[kind] && !hasBoth(one)).length > 0;
  const [wantsRegistration, wantsAbstract] = [isOf('registration'), isOf('abstract')];

  const registered = await readersWhoRegistered(db, asked);
  const authors = await authorsAmong(db, asked);
  if (wantsRegistration && wantsAbstract) {
    return [...registered.values()].filter(({ email }) => authors.has(normalised(email)));
  }
  if (wantsRegistration) return [...registered.values()];
  if (wantsAbstract) return [...authors.values()];
  return [...new Map([...authors, ...registered]).values()];
}

function askedIn(selection: string, prices: Prices): Asked[] {
  const words = wordsIn(selection);
  if (words.includes('')) {
    throw new ActionImpossible(
      'Please name the recipients, such as “paid, speaker, country=Poland”.',
    );
  }
  return words.map((word) => {
    const country = countryIn(word);
    if (country !== undefined) {
      const name = typedCountry(country);
      const isThere = (one: { country: string }) => countryOf(one.country) === name;
      return { registration: isThere, abstract: isThere };
    }
    const known = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (known) return known;
    const type = prices.presentationTypes.find(({ id }) => id === word);
    if (type) return { registration: ({ presentationType }) => presentationType === type.id };
    const types = prices.presentationTypes.map(({ id }) => id);
    throw new ActionImpossible(
      `"${word}" is not a group of recipients. You can use ${[...Object.keys(WORDS), ...types, 'country=…'].join(', ')}.`,
    );
  });
}

/** The words between the commas; "country=Hong Kong, China" is one word, since it names one country. */
function wordsIn(selection: string): string[] {
  const words: string[] = [];
  for (const part of selection.split(',').map((word) => normalised(word))) {
    const longer = `${words.at(-1)}, ${part}`;
    const isOneCountry = findCountry(countryIn(longer) ?? '') !== undefined;
    if (isOneCountry) words[words.length - 1] = longer;
    else words.push(part);
  }
  return words;
}

function countryIn(word: string): string | undefined {
  return /^country ?= ?(.+)$/.exec(word)?.[1];
}

/** Readers by their normalised address. */
type Readers = Map<string, LetterReader>;

async function readersWhoRegistered(db: Db, asked: readonly Asked[]): Promise<Readers> {
  const groups = new Map((await listGroups(db)).map((order) => [order.reference, order.customer]));
  const participants: ListedParticipant[] = [];
  for await (const page of participantsIn(db)) {
    const known = page.map((person) => {
      // Until a group is paid, only its payer knows of it, so the payer gets the letter.
      const payer = person.paidAt === undefined && groups.get(person.reference ?? '');
      return payer ? { ...person, ...payer } : person;
    });
    participants.push(...known.filter((person) => !isErased(person)));
  }
  const paid = Map.groupBy(
    participants.filter(({ state }) => state === 'CONFIRMED' || state === 'WAITS_FOR_AGREEMENT'),
    ({ email }) => normalised(email),
  );
  const mismatched = await referencesWithMismatch(db);
  const readers: Readers = new Map();
  for (const participant of participants) {
    const { email, name, reference } = participant;
    const hasPaid =
      mismatched.has(reference) ||
      (paid.get(normalised(email))?.some((other) => isSamePerson(other, participant)) ?? false);
    const isMeant = asked.every(({ registration }) => registration?.(participant, hasPaid) ?? true);
    // If an address has several registrations, only a registration with an order has a reference.
    const known = readers.get(normalised(email));
    if (isMeant && known?.reference === undefined) {
      readers.set(normalised(email), { email, name, reference });
    }
  }
  return readers;
}

/** The orders for which money came that does not fit them: nobody is asked to pay them again. */
async function referencesWithMismatch(db: Db): Promise<ReadonlySet<string | undefined>> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('orders.reference')
    .where('payments.state', '=', 'MISMATCH' satisfies PaymentState)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}

async function authorsAmong(db: Db, asked: readonly Asked[]): Promise<Readers> {
  const rows = await db
    .selectFrom('abstracts')
    .leftJoin('decisions', 'decisions.abstract_id', 'abstracts.id')
    .select(['name', 'email', 'reference', 'country', 'outcome', 'answer'])
    .orderBy('abstracts.created_at')
    .orderBy('abstracts.id')
    .execute();
  const readers: Readers = new Map();
  for (const row of rows) {
    const { name, email, reference } = row;
    const isMeant = asked.every(({ abstract }) => abstract?.(row) ?? true);
    if (isMeant && !readers.has(normalised(email))) {
      readers.set(normalised(email), { name, email, reference });
    }
  }
  return readers;
}
