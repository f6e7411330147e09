import { createHash, randomBytes } from 'node:crypto';
import { isSameName, nameKey, normalised } from '#contract/person-name.ts';

export { normalised };

/** The sources of time and chance; tests pass their own. */
export type Clock = () => Date;
export type NewId = () => string;

export const systemClock: Clock = () => new Date();

// Crockford's base 32 in lower case: no letter can be taken for another or for a digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 130 random bits as 26 characters: an id that nobody guesses. */
export const newId: NewId = () => idOf(nextRandom(26));

/** One character for each byte. */
export function idOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ALPHABET[byte % 32];
  return text;
}

/** A reference that people read out on the telephone: the beginning of an id behind the conference's own prefix. */
export function newReference(prefix: string, id: string): string {
  return `${prefix}-${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();
}

/** One digest for the same content, whatever the order it was written in. */
export function digestOf(kind: string, content: Record<string, unknown>): string {
  const sorted = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted]))
    .digest('hex');
}

/** A person's identity, as far as we know it: one mail address may register several people, so the name counts, too. */
export type Person = { name: string; email: string };

export function isSamePerson(one: Person, other: Person): boolean {
  return normalised(one.email) === normalised(other.email) && isSameName(one.name, other.name);
}

/** Narrows a search for the same person, and is what transactions about one wait for; `isSamePerson` decides. */
export function personKey({ name, email }: Person): string {
  return digestOf('person', { name: nameKey(name), email: normalised(email) });
}

/** A telephone number without the ways to group its digits. */
export function normalisedPhone(text: string): string {
  return text.normalize('NFKC').replace(/[^\d+]/g, '');
}

/** `at` moved by a number of milliseconds, as the tables hold times. */
export function timestamp(at: Date, plusMilliseconds = 0): string {
  return new Date(at.getTime() + plusMilliseconds).toISOString();
}

/** Asking for random bytes costs the same for a thousand as for one; each is used once. */
let random = Buffer.alloc(0);

function nextRandom(length: number): Uint8Array {
  if (random.length < length) random = randomBytes(4096);
  const bytes = random.subarray(0, length);
  random = random.subarray(length);
  return bytes;
}
