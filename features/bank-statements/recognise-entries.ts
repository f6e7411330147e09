import { isDeepStrictEqual } from 'node:util';
import { isSameName, nameKey, normalised } from '#contract/person-name.ts';
import { DAY } from '#contract/time-spans.ts';
import { digestOf } from '#server/identity.ts';
import type { NamedOrders } from './named-orders.ts';
import type { Statement, StatementEntry } from './statement.ts';

export type KeyedEntry = StatementEntry & {
  format: Statement['format'];
  /** A digest: the same line of another statement has the same key. */
  key: string;
};

/**
 * Gives each entry its key. Two entries that look the same are two entries, numbered in the order of the statement,
 * unless the bank's own reference is the same, too: then the statement has one entry twice, and it is left out. The files
 * of an archive may overlap, so each counts for itself.
 */
export function withKeys(
  { entries, format }: Pick<Statement, 'entries' | 'format'>,
  account: string,
): KeyedEntry[] {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const { bookedOn, amountCents, currency, name, iban, endToEnd, words, bankReference } = entry;
    const look = digestOf('bank entry', {
      account,
      bookedOn,
      amountCents,
      currency: currency.code,
      name: normalised(name),
      iban,
      endToEnd,
      words: bare(words),
      bankReference,
    });
    const inPart = `${entry.part} ${look}`;
    const count = (counts.get(inPart) ?? 0) + 1;
    counts.set(inPart, count);
    const key = count === 1 ? look : `${look}:${count}`;
    if (seen.has(key) || (count > 1 && bankReference !== undefined)) return [];
    seen.add(key);
    return [{ ...entry, format, key }];
  });
}

type Recorded = Pick<
  StatementEntry,
  'bookedOn' | 'amountCents' | 'currency' | 'name' | 'iban' | 'words' | 'endToEnd' | 'bankReference'
> & { id: string; format: Statement['format'] | undefined };

/**
 * The recorded entries that are entries of this statement in another format, by the key of the statement's entry. Other
 * formats have other references and cut words elsewhere; in one format another reference is another entry. `recorded` has no entry whose key the statement has.
 */
export function recogniseOtherFormats<R extends Recorded>(
  entries: readonly KeyedEntry[],
  recorded: readonly R[],
  named: NamedOrders,
): Map<string, R> {
  const left = new Map<string, R[]>();
  for (const each of recorded) {
    const look = dayAndAmount(each);
    left.set(look, [...(left.get(look) ?? []), each]);
  }
  const found = new Map<string, R>();
  for (const entry of entries) {
    const candidates = left.get(dayAndAmount(entry)) ?? [];
    const same = candidates.find((each) => isSameEntry(entry, each, named));
    if (!same) continue;
    found.set(entry.key, same);
    left.set(
      dayAndAmount(entry),
      candidates.filter((each) => each !== same),
    );
  }
  return found;
}

function dayAndAmount({
  bookedOn,
  amountCents,
  currency,
}: Pick<Recorded, 'bookedOn' | 'amountCents' | 'currency'>): string {
  return `${bookedOn} ${amountCents} ${currency.code}`;
}

/** The payer has to be the same, as far as both know it, and so do the words, or the orders that they name. */
function isSameEntry(entry: KeyedEntry, recorded: Recorded, named: NamedOrders): boolean {
  const isOtherReference =
    entry.format === recorded.format &&
    entry.bankReference !== undefined &&
    recorded.bankReference !== undefined &&
    entry.bankReference !== recorded.bankReference;
  if (isOtherReference || isOtherPayer(entry, recorded)) return false;
  const [one, other] = [bare(entry.words), bare(recorded.words)];
  // The columns with the words may have been unknown when the file was read before.
  if (entry.format === 'CSV' && recorded.format === 'CSV' && other === '') return true;
  if (one === '' || other === '' ? one === other : one.includes(other) || other.includes(one)) {
    return true;
  }
  // One format cuts the words at their end, and the other has more before them.
  const orders = named(entry).named;
  return orders.length > 0 && isDeepStrictEqual(orders, named(recorded).named);
}

/** The account decides if both have it: banks cut names, and write them without accents. */
function isOtherPayer(one: Recorded | KeyedEntry, other: Recorded): boolean {
  if (one.iban !== undefined && other.iban !== undefined) {
    // One format may have the number of the account without the country and the bank.
    const [short = '', long = ''] = [bare(one.iban), bare(other.iban)].toSorted(
      (a, b) => a.length - b.length,
    );
    return short !== long && (short.length < 6 || !long.endsWith(short));
  }
  return one.name !== '' && other.name !== '' && !isSimilarName(one.name, other.name);
}

/** MT940 cuts a name after 54 characters, and older formats after 27. */
function isSimilarName(one: string, other: string): boolean {
  return [bare, nameKey].some((spelling) => {
    const [a, b] = [spelling(one), spelling(other)];
    return a.startsWith(b) || b.startsWith(a);
  });
}

/** How many days a transfer that was booked by hand may be away from its entry. */
const MOST_DAYS = 10;

export type Hand = Pick<StatementEntry, 'amountCents' | 'bookedOn' | 'name' | 'iban'> & {
  id: string;
  orderId: string;
};

/**
 * The entry that an organiser has booked by hand before: the same amount within some days, and an order that the entry
 * names. An entry that names no order has to come from the same payer.
 */
export function bookedByHand(
  entry: Pick<StatementEntry, 'amountCents' | 'bookedOn' | 'name' | 'iban'>,
  named: readonly string[],
  hands: readonly Hand[],
): Hand | undefined {
  const away = (hand: Hand) => Math.abs(Date.parse(hand.bookedOn) - Date.parse(entry.bookedOn));
  const isSamePayer = ({ name, iban }: Hand) =>
    (iban !== undefined && iban === entry.iban) ||
    (entry.name !== '' && name !== '' && isSameName(name, entry.name));
  return hands
    .filter(({ amountCents }) => amountCents === entry.amountCents)
    .filter((hand) => (named.length > 0 ? named.includes(hand.orderId) : isSamePayer(hand)))
    .filter((hand) => away(hand) <= MOST_DAYS * DAY)
    .toSorted((one, other) => away(one) - away(other))[0];
}

/** Letters and digits alone. */
function bare(text: string): string {
  return normalised(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
