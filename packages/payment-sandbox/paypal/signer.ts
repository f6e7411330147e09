import { generateKeyPair, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { selfSignedCertificate } from './certificate.ts';

export const AUTH_ALGORITHM = 'SHA256withRSA';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a webhook's signature covers. */
export type Transmission = { id: string; time: string; webhookId: string; body: string };

export type Signer = {
  certificateId: string;
  /** PEM. */
  certificate: string;
  sign(transmission: Transmission): string;
  isSigned(transmission: Transmission, signature: string): boolean;
};

export async function openSigner(now: Date): Promise<Signer> {
  const { privateKey, publicKey } = await keyPair();
  return {
    certificateId: `CERT-${randomBytes(4).toString('hex')}-${randomBytes(4).toString('hex')}`,
    certificate: selfSignedCertificate({
      privateKey,
      publicKey,
      commonName: 'messageverificationcerts.sandbox.example',
      from: new Date(now.getTime() - DAY_MS),
      to: new Date(now.getTime() + 365 * DAY_MS),
    }),
    sign: (transmission) =>
      sign('sha256', signedBytes(transmission), privateKey).toString('base64'),
    isSigned: (transmission, signature) =>
      verify('sha256', signedBytes(transmission), publicKey, Buffer.from(signature, 'base64')),
  };
}

function signedBytes({ id, time, webhookId, body }: Transmission): Buffer {
  return Buffer.from([id, time, webhookId, crc32(body)].join('|'), 'utf8');
}

let made: Promise<{ privateKey: KeyObject; publicKey: KeyObject }> | undefined;

/** One per process: making it takes up to half a second, and tests start many sandboxes. */
function keyPair(): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  return (made ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 }));
}
