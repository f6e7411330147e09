import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** The entries that an attack changes. */
export type Forged = {
  origin?: string;
  host?: string;
  /** Whether the device says that it has checked its user. */
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
};

/** A device with one passkey, as a browser answers for it. It counts its signatures. */
export function createPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  function signed(type: string, challenge: string, forged: Forged, attested?: Buffer) {
    const { isVerified = true, host = new URL(forged.origin ?? origin).hostname } = forged;
    counter = forged.counter ?? counter + 1;
    const clientData = Buffer.from(
      JSON.stringify({
        type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? origin,
        crossOrigin: false,
      }),
    );
    const data = Buffer.concat([
      sha256(Buffer.from(host)),
      Buffer.from([0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)]),
      bigEndian(counter, 4),
      ...(attested ? [attested] : []),
    ]);
    return { clientData, data };
  }

  return {
    /** The answer of `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }, forged: Forged = {}) {
      const key = map(
        [number(1), number(2)],
        [number(3), number(-7)],
        [number(-1), number(1)],
        [number(-2), bytes(Buffer.from(x, 'base64url'))],
        [number(-3), bytes(Buffer.from(y, 'base64url'))],
      );
      const attested = Buffer.concat([Buffer.alloc(16), bigEndian(id.length, 2), id, key]);
      const { clientData, data } = signed('webauthn.create', challenge, forged, attested);
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(data)],
      );
      return answer(id, {
        clientDataJSON: base64(clientData),
        attestationObject: base64(attestation),
      });
    },

    /** The answer of `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }, forged: Forged = {}) {
      const { clientData, data } = signed('webauthn.get', challenge, forged);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(clientData)]))
        .sign(privateKey);
      return answer(id, {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(data),
        signature: base64(signature),
      });
    },
  };
}

function answer(id: Buffer, response: Record<string, string>) {
  return {
    id: base64(id),
    rawId: base64(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  };
}

function base64(data: Buffer): string {
  return data.toString('base64url');
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function bigEndian(value: number, length: number): Buffer {
  const data = Buffer.alloc(length);
  data.writeUIntBE(value, 0, length);
  return data;
}

// CBOR, as far as passkeys need it.
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), bigEndian(value, 2)]);
}

function number(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(data: Buffer): Buffer {
  return Buffer.concat([head(2, data.length), data]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}

function map(...entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
