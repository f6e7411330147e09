import { open, stat } from 'node:fs/promises';
import type { Identity } from 'age-encryption';

/**
 * Backups are encrypted in the format of age (age-encryption.org) for recipients, public keys such as `age1…`. Only their
 * identities, private keys such as `AGE-SECRET-KEY-1…`, open them. The package is loaded when it is needed.
 */

/** The key cannot be used; the message names the mistake. */
export class KeyUnusable extends Error {}

/** The text of an identity, or an identity that only this process has. */
export type BackupIdentity = string | Identity;

/** Encrypts one file. */
export type BackupLock = {
  encrypt: (plain: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void>;
  /** Opens the file that was encrypted. The key is only in the memory of this process. */
  identity: Identity;
};

export async function lockFor(recipients: readonly string[]): Promise<BackupLock> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new KeyUnusable(`${recipient} is no recipient: one is age1 and 58 letters and digits`, {
        cause,
      });
    }
  }
  let fileKey: Uint8Array | null = null;
  // Remembers the key of the file, and writes nothing into the file.
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = key;
      return [];
    },
  });
  return {
    async *encrypt(plain) {
      yield* await encrypter.encrypt(webStream(plain));
    },
    identity: { unwrapFileKey: () => fileKey },
  };
}

/** The bytes in an encrypted file. Rejects if no identity opens it, or a byte of it has changed. */
export async function* decrypted(
  bytes: AsyncIterable<Uint8Array>,
  identities: readonly BackupIdentity[],
): AsyncGenerator<Uint8Array, void> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  yield* await decrypter.decrypt(webStream(bytes));
}

function webStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

const FIRST_LINE = 'age-encryption.org/v1\n';

export async function isEncrypted(path: string): Promise<boolean> {
  return (await beginningOf(path, FIRST_LINE.length)) === FIRST_LINE;
}

/** A header is shorter than this with hundreds of recipients. */
const LONGEST_HEADER = 65_536;
const NONCE = 16;
const TAG = 16;
const CHUNK = 65_536 + TAG;

/**
 * The number of recipients of an encrypted file, as far as it can be checked without an identity: the header has an end,
 * and the file can have this length. Undefined if not.
 */
export async function countRecipients(path: string): Promise<number | undefined> {
  const [header] =
    /^age-encryption.*\n(?:.*\n)*?--- .*\n/.exec(await beginningOf(path, LONGEST_HEADER)) ?? [];
  if (header === undefined) return undefined;
  const payload = (await stat(path)).size - header.length - NONCE;
  const last = payload % CHUNK;
  if (payload < TAG || (last > 0 && last <= TAG && payload > TAG)) return undefined;
  return header.split('\n').filter((line) => line.startsWith('-> ')).length;
}

async function beginningOf(path: string, length: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The identities in the text of a file, as `age-keygen` writes it: one a line, beside comments. */
export async function identitiesIn(path: string, text: string): Promise<string[]> {
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  const { Decrypter } = await import('age-encryption');
  try {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch (cause) {
    throw new KeyUnusable(`${path} has an identity with a mistake: compare it with its copy`, {
      cause,
    });
  }
  if (identities.length > 0) return identities;
  throw new KeyUnusable(
    `${path} is no file of identities: a line of it begins with AGE-SECRET-KEY-`,
  );
}

/** Encrypts a text with a pass phrase of random characters. Nobody can guess one, so it needs no slow derivation. */
export async function encryptText(text: string, passPhrase: string): Promise<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passPhrase);
  encrypter.setScryptWorkFactor(12);
  return encrypter.encrypt(text);
}

/** The text; undefined with another pass phrase, or if a byte has changed. */
export async function decryptText(
  bytes: Uint8Array,
  passPhrase: string,
): Promise<string | undefined> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passPhrase);
  return decrypter.decrypt(bytes, 'text').catch(() => undefined);
}

/** A new pair of keys, as the text of its file, and its recipient. */
export async function newIdentityFile(at: string): Promise<{ text: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  return { text: `# created: ${at}\n# public key: ${recipient}\n${identity}\n`, recipient };
}
