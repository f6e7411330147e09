import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * A desk without a network records its acts in a file of lines: each is one act and is only added to the end. The first
 * line names the list and the desk. Each other line is encrypted with the key of the list and depends on the first line
 * and on its number, so nobody without the list can read, change, reorder or invent an act.
 */
const Heading = z.object({
  format: z.literal(1),
  /** The id of the list. */
  pack: z.string(),
  /** The id of this desk. */
  desk: z.string(),
  /** The name of the laptop. */
  laptop: z.string(),
});
export type DeskHeading = z.infer<typeof Heading>;

const person = z.string();
const at = z.iso.datetime();
const words = z.string();
export const DeskAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('check-in'), at, person, isDespiteUnpaid: z.boolean() }),
  z.object({ act: z.literal('undo'), at, person }),
  /** Somebody goes in or out by a door; `undo-passage` takes the last passage of the person there back. */
  z.object({ act: z.literal('passage'), at, person, door: z.string(), way: z.enum(['in', 'out']) }),
  z.object({ act: z.literal('undo-passage'), at, person, door: z.string() }),
  /** A remark about a person, such as money that was taken. */
  z.object({ act: z.literal('note'), at, person, words }),
  /** Somebody who is not in the list. */
  z.object({
    act: z.literal('walk-in'),
    at,
    name: z.string(),
    email: z.optional(z.string()),
    institute: z.string(),
    country: z.optional(z.string()),
    type: z.string(),
    cash: z.string(),
    words,
  }),
]);
export type DeskAct = z.infer<typeof DeskAct>;

export type ActsOfDesk = {
  heading: DeskHeading;
  acts: DeskAct[];
  /** The length of the whole lines in bytes. */
  bytes: number;
};

/** The file is none of this installation, or it was changed; the message is a sentence. */
export class ActsUnreadable extends Error {}

export function headingLine(heading: DeskHeading): string {
  return `${JSON.stringify(heading)}\n`;
}

const NONCE = 12;
const TAG = 16;

/** The line of the act with a number, counted from 0. */
export function actLine(heading: DeskHeading, number: number, act: DeskAct, key: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  cipher.setAAD(boundTo(heading, number));
  const bytes = Buffer.concat([cipher.update(JSON.stringify(act)), cipher.final()]);
  return `${Buffer.concat([nonce, bytes, cipher.getAuthTag()]).toString('base64')}\n`;
}

/** Reads the acts of a desk. A last line without an end was not written completely, and nobody was told that it was. */
export function readActs(text: string, keyOf: (pack: string) => string): ActsOfDesk {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [first = '', ...lines] = whole.split('\n').slice(0, -1);
  const heading = parsed(Heading, first);
  if (!heading) throw new ActsUnreadable('this is no file of a desk: its name ends with .acts');
  const key = Buffer.from(keyOf(heading.pack), 'base64');
  const acts = lines.map((line, number) => {
    const act = parsed(DeskAct, decrypted(line, key, boundTo(heading, number)));
    if (act) return act;
    throw new ActsUnreadable(
      `line ${number + 2} was changed, or the list was not made by this installation`,
    );
  });
  return { heading, acts, bytes: Buffer.byteLength(whole) };
}

function boundTo({ pack, desk, laptop }: DeskHeading, number: number): Buffer {
  return Buffer.from(JSON.stringify([pack, desk, laptop, number]));
}

function decrypted(line: string, key: Buffer, bound: Buffer): string {
  const bytes = Buffer.from(line, 'base64');
  if (bytes.length < NONCE + TAG) return '';
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(bound);
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    const plain = [decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()];
    return Buffer.concat(plain).toString('utf8');
  } catch {
    return '';
  }
}

function parsed<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
