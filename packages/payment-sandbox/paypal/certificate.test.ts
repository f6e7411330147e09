import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from './certificate.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

test.each([
  ['2026-01-31T12:00:00.000Z', '2027-02-01T00:00:00.000Z'],
  ['2049-12-31T23:59:59.000Z', '2050-01-01T00:00:00.000Z'],
])('a certificate from %s to %s says so and is signed by its own key', (from, to) => {
  const certificate = new X509Certificate(
    selfSignedCertificate({
      privateKey,
      publicKey,
      commonName: 'messages.example ü',
      from: new Date(from),
      to: new Date(to),
    }),
  );
  expect(certificate.subject).toBe('CN=messages.example ü');
  expect(certificate.issuer).toBe(certificate.subject);
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(certificate.verify(publicKey)).toBe(true);
  expect(certificate.publicKey.equals(publicKey)).toBe(true);
  expect(certificate.validFromDate).toEqual(new Date(from));
  expect(certificate.validToDate).toEqual(new Date(to));
  expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
});

test('two certificates have different numbers', () => {
  const numbers = [1, 2].map(() => {
    const from = new Date();
    const options = { privateKey, publicKey, commonName: 'a', from, to: from };
    return new X509Certificate(selfSignedCertificate(options)).serialNumber;
  });
  expect(new Set(numbers).size).toBe(2);
});
