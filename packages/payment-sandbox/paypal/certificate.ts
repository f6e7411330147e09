import { type KeyObject, randomBytes, sign } from 'node:crypto';

type CertificateOptions = {
  privateKey: KeyObject;
  publicKey: KeyObject;
  commonName: string;
  from: Date;
  to: Date;
};

/** A self-signed X.509 certificate (version 1) in PEM; Node can read certificates but not make them. */
export function selfSignedCertificate(options: CertificateOptions): string {
  const { privateKey, publicKey, commonName, from, to } = options;
  const name = sequence(
    der(SET, sequence(COMMON_NAME, der(UTF8_STRING, Buffer.from(commonName, 'utf8')))),
  );
  const body = sequence(
    der(INTEGER, positiveNumber()),
    SHA256_WITH_RSA,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, privateKey);
  const unusedBits = Buffer.from([0]);
  return pem(sequence(body, SHA256_WITH_RSA, der(BIT_STRING, unusedBits, signature)));
}

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;

/** Object identifier 2.5.4.3. */
const COMMON_NAME = Buffer.from('0603550403', 'hex');
/** Object identifier 1.2.840.113549.1.1.11 with its empty parameters. */
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');

function sequence(...contents: readonly Buffer[]): Buffer {
  return der(SEQUENCE, ...contents);
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

/** Below 128 one byte; from there on the number of bytes that follow, marked by the top bit, and then those. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

/** A first byte from 64 to 127: neither a negative number nor one with a needless zero in front. */
function positiveNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8(0x40 | (bytes.readUInt8(0) & 0x3f), 0);
  return bytes;
}

/** From 2050 on, certificates write years with four digits. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
