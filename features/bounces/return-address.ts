import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import { idOf } from '#server/identity.ts';

/** The length of an id of the outbox, and of its signature: 60 bits, in letters that no mail server changes. */
const [ID, SIGNATURE] = [26, 12];

/** The key of this installation, made when it is first needed. A restored backup has the same key. */
export async function bounceKey(db: Db): Promise<string> {
  const read = () => db.selectFrom('bounce_mailbox').select('key').executeTakeFirst();
  const kept = await read();
  if (kept) return kept.key;
  await db
    .insertInto('bounce_mailbox')
    .values({ id: 1, key: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { key = '' } = (await read()) ?? {};
  return key;
}

function signatureOf(key: string, id: string): string {
  const bytes = createHmac('sha256', key).update(`return ${id}`).digest();
  return idOf(bytes).slice(0, SIGNATURE);
}

/** The address to which a mail comes back if it cannot be delivered. `pattern` has a * for the token. */
export function returnAddress(pattern: string, key: string, id: string): string {
  return pattern.replace('*', `${id}${signatureOf(key, id)}`);
}

/**
 * The id of the mail that came back to an address in this text; undefined if no address has a valid signature. Some mail
 * servers write the address in capitals.
 */
export function findReturned(pattern: string, key: string, text: string): string | undefined {
  const [before = '', after = ''] = pattern.toLowerCase().split('*').map(RegExp.escape);
  const addresses = new RegExp(`${before}([0-9a-z]{${ID}})([0-9a-z]{${SIGNATURE}})${after}`, 'g');
  // A mail that is full of addresses costs no more than these.
  for (const [, id = '', signature = ''] of text.toLowerCase().matchAll(addresses).take(50)) {
    const right = Buffer.from(signatureOf(key, id));
    if (timingSafeEqual(right, Buffer.from(signature))) return id;
  }
  return undefined;
}
