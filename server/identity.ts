import { hash, randomBytes } from 'node:crypto';
import { isSameName, nameKey, normalised, sharesName } from '#contract/person-name.ts';

export { normalised };

/** The part of a person that has changed since the person came. */
export type ChangedPart = 'name' | 'address';

/** The sources of time and randomness; tests pass their own. */
export type Clock = () => Date;
export type NewId = () => string;

export const systemClock: Clock = () => new Date();

// Crockford's base 32 in lower case: no letter looks like another letter or a digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 130 random bits as 26 characters: an id that nobody can guess. */
export const newId: NewId = () => idOf(nextRandom(26));

/** One character for each byte. */
export function idOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ALPHABET[byte % 32];
  return text;
}

/** A reference that people can read out on the telephone: the conference's prefix and the beginning of an id. */
export function newReference(prefix: string, id: string): string {
  return `${prefix}-${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
}

/** A digest that does not depend on the order of the fields. */
export function digestOf(kind: string, content: Record<string, unknown>): string {
  const sorted = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([kind, sorted]));
}

/** The identity of a person. One mail address may register several people, so the name counts too. */
export type Person = { name: string; email: string };

export function isSamePerson(one: Person, other: Person): boolean {
  return normalised(one.email) === normalised(other.email) && isSameName(one.name, other.name);
}

/**
 * Whether a correction makes another person: somebody who marries or moves keeps the name or the address. The other part
 * may have changed earlier, so that two steps count like one. Otherwise `part` is what has changed by now.
 */
export function changeOfPerson(
  before: Person,
  after: Person,
  earlier: ChangedPart | undefined,
): { isAnother: boolean; part: ChangedPart | undefined } {
  const isMoved = normalised(before.email) !== normalised(after.email);
  const isRenamed = !isSameName(before.name, after.name);
  const isOtherName = isRenamed && !sharesName(before.name, after.name);
  const isAnother =
    (isMoved && (isRenamed || earlier === 'name')) || (isOtherName && earlier === 'address');
  if (isAnother) return { isAnother, part: undefined };
  return { isAnother, part: isMoved ? 'address' : isOtherName ? 'name' : earlier };
}

/** A key to search for a person and to lock one in a transaction. Different people may share a key: `isSamePerson` decides. */
export function personKey({ name, email }: Person): string {
  return digestOf('person', { name: nameKey(name), email: normalised(email) });
}

/** A telephone number without blanks and separators. */
export function normalisedPhone(text: string): string {
  return text.normalize('NFKC').replace(/[^\d+]/g, '');
}

/** `at` plus some milliseconds, in the format of the tables. */
export function timestamp(at: Date, plusMilliseconds = 0): string {
  return new Date(at.getTime() + plusMilliseconds).toISOString();
}

/** A supply of random bytes, each used once: a call for thousands of them costs as much as a call for one. */
let random = Buffer.alloc(0);

function nextRandom(length: number): Uint8Array {
  if (random.length < length) random = randomBytes(4096);
  const bytes = random.subarray(0, length);
  random = random.subarray(length);
  return bytes;
}

/** The actor of what participants do on their own pages. */
export const PARTICIPANT = 'participant';
