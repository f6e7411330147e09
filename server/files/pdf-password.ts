import { createCipheriv, createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readAt, textBlocks } from './read-at.ts';

const OVERLAP = 512;
const LONGEST_DICTIONARY = 4096;

/**
 * Whether a PDF asks for a password when it is opened. Many PDFs are encrypted without a password, only to forbid
 * printing or changes, and every program opens them. False also if the answer is unclear.
 */
export async function asksForPassword(file: FileHandle, bytes: number): Promise<boolean> {
  const trailer = await findTrailer(file, bytes);
  if (!trailer) return false;
  const dictionary = await dictionaryOf(file, bytes, trailer.encrypt);
  if (dictionary === undefined) return false;
  const encryption = readEncryption(dictionary, trailer.id);
  return encryption !== undefined && !opensWithout(encryption);
}

/** The trailers' entries about encryption (ISO 32000-1, 7.5.5); a stream of cross-references begins in the same way. */
async function findTrailer(
  file: FileHandle,
  bytes: number,
): Promise<{ encrypt: string; id: Buffer } | undefined> {
  const positions: number[] = [];
  for await (const { from, text } of textBlocks(file, bytes, OVERLAP)) {
    for (const { index } of text.matchAll(ENCRYPT)) positions.push(from + index);
  }
  let encrypt: string | undefined;
  let id: Buffer | undefined;
  // The last trailer counts. In an optimised file one of the trailers has no ID.
  for (const position of positions.slice(-MOST_TRAILERS).toReversed()) {
    const start = Math.max(0, position - LONGEST_DICTIONARY / 2);
    const around = (await readAt(file, start, LONGEST_DICTIONARY)).toString('latin1');
    const behind = around.slice(position - start);
    encrypt ??= ENCRYPT_HERE.exec(behind)?.[1] ?? behind;
    id ??= stringAfter(around, /\/ID\s*\[\s*/);
  }
  return encrypt === undefined ? undefined : { encrypt, id: id ?? Buffer.alloc(0) };
}

const MOST_TRAILERS = 20;
const ENCRYPT = /\/Encrypt\s*(?:<<|\d{1,10}\s+\d{1,5}\s+R)/g;
const ENCRYPT_HERE = /^\/Encrypt\s*(\d{1,10}\s+\d{1,5}\s+R)/;

/**
 * The dictionary of encryption: the object that a reference such as "12 0 R" names, or a part of the trailer itself.
 */
async function dictionaryOf(
  file: FileHandle,
  bytes: number,
  encrypt: string,
): Promise<string | undefined> {
  const [, object, generation] = /^(\d+)\s+(\d+)\s+R$/.exec(encrypt) ?? [];
  if (object === undefined) return encrypt;
  const begin = new RegExp(`(?<!\\d)${Number(object)}\\s+${Number(generation)}\\s+obj\\b`, 'g');
  let dictionary: string | undefined;
  for await (const { from, text } of textBlocks(file, bytes, OVERLAP)) {
    for (const { index } of text.matchAll(begin)) {
      const candidate = (await readAt(file, from + index, LONGEST_DICTIONARY)).toString('latin1');
      if (/\/Filter\s*\/Standard/.test(candidate)) dictionary = candidate;
    }
  }
  return dictionary;
}

type Encryption = {
  revision: number;
  owner: Buffer;
  user: Buffer;
  permissions: number;
  hidesMetadata: boolean;
  id: Buffer;
};

/**
 * The entries of the dictionary; undefined without encryption by passwords, or with an encryption that no standard
 * describes.
 */
function readEncryption(dictionary: string, id: Buffer): Encryption | undefined {
  const number = (name: string) => {
    const found = new RegExp(`/${name}\\s+(-?\\d{1,11})(?![\\d.])`).exec(dictionary)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const revision = number('R');
  const owner = stringAfter(dictionary, /\/O\s*(?=[(<])/);
  const user = stringAfter(dictionary, /\/U\s*(?=[(<])/);
  const permissions = number('P');
  if (!/\/Filter\s*\/Standard/.test(dictionary) || revision === undefined) return undefined;
  if (revision < 2 || revision > 6 || !owner || !user || permissions === undefined)
    return undefined;
  // A PDF may encrypt only its attachments (7.6.5, crypt filters), and not its pages.
  const version = number('V') ?? 0;
  if (version >= 4 && !/\/StmF\s*\/(?!Identity)/.test(dictionary)) return undefined;
  return {
    revision,
    owner,
    user,
    permissions,
    hidesMetadata: !/\/EncryptMetadata\s+false/.test(dictionary),
    id,
  };
}

/** Whether the reader's password is empty. */
function opensWithout(encryption: Encryption): boolean {
  return encryption.revision >= 5 ? opensWithoutNew(encryption) : opensWithoutOld(encryption);
}

// The bytes that fill a password up to 32 (ISO 32000-1, 7.6.3.3).
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);

/** ISO 32000-1, algorithms 2, 4 and 5. */
function opensWithoutOld(encryption: Encryption): boolean {
  const { revision, owner, permissions, hidesMetadata, id } = encryption;
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions | 0);
  const more = revision >= 4 && !hidesMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  const start = md5(PADDING, owner.subarray(0, 32), bits, id, more);
  // Programs state the length of the key in several positions, and not always correctly.
  const lengths = revision === 2 ? [5] : Array.from({ length: 12 }, (_, at) => 5 + at);
  return lengths.some((length) => isKey(encryption, start, length));
}

function isKey({ revision, user, id }: Encryption, start: Buffer, length: number): boolean {
  let key = start;
  if (revision === 2) return rc4(key.subarray(0, length), PADDING).equals(user.subarray(0, 32));
  for (let round = 0; round < 50; round++) key = md5(key.subarray(0, length));
  const last = key.subarray(0, length);
  let proof = md5(PADDING, id);
  for (let round = 0; round < 20; round++) {
    proof = rc4(
      last.map((byte) => byte ^ round),
      proof,
    );
  }
  return proof.equals(user.subarray(0, 16));
}

/** ISO 32000-2, algorithm 11. Revision 5, before this standard, hashes once. */
function opensWithoutNew({ revision, user }: Encryption): boolean {
  const salt = user.subarray(32, 40);
  const once = createHash('sha256').update(salt).digest();
  const proof = revision === 5 ? once : hardened(once);
  return proof.equals(user.subarray(0, 32));
}

/** ISO 32000-2, algorithm 2.B, for the empty password. */
function hardened(start: Buffer): Buffer {
  let key = start;
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const block = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    // The remainder of the first 16 bytes, as one number, divided by three. As 256 leaves 1, the sum of the bytes has
    // the same remainder.
    const rest = block.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    const name = rest === 0 ? 'sha256' : rest === 1 ? 'sha384' : 'sha512';
    key = createHash(name).update(block).digest();
    last = block.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Node no longer has RC4, because it is insecure; but old PDFs use it. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    const byte = at(one);
    state[one & 255] = at(other);
    state[other & 255] = byte;
  };
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  j = 0;
  const mixed = data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + at(i)) & 255;
    swap(i, j);
    return byte ^ at(at(i) + at(j));
  });
  return Buffer.from(mixed);
}

/** The string behind a name, in brackets or in hexadecimal digits (ISO 32000-1, 7.3.4). */
function stringAfter(text: string, name: RegExp): Buffer | undefined {
  const found = name.exec(text);
  if (!found) return undefined;
  const rest = text.slice(found.index + found[0].length);
  const [, digits] = /^<([\da-f\s]*)>/i.exec(rest) ?? [];
  if (digits !== undefined) return Buffer.from(digits.replace(/\s/g, ''), 'hex');
  return rest.startsWith('(') ? literal(rest) : undefined;
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

function literal(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let depth = 0;
  for (const [token, octal, escaped] of text.matchAll(/\\(?:([0-7]{1,3})|(\r\n|[^]))|\r\n?|[^]/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
    else if (escaped !== undefined) {
      if (!/^[\r\n]/.test(escaped)) bytes.push(ESCAPES[escaped] ?? escaped.charCodeAt(0));
    } else if (token === '(' && depth++ === 0) continue;
    else if (token === ')' && --depth === 0) return Buffer.from(bytes);
    else bytes.push(token.startsWith('\r') ? 10 : token.charCodeAt(0));
  }
  return undefined;
}
