import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findReturned, returnAddress } from './return-address.ts';
import { readReport } from './read-report.ts';

const KEY = 'a key';
const ID = 'abcdefgh0123456789jkmnpqrs';
const PATTERN = 'bounce+*@summit.example';

/** A report as a mail server writes it, with the line ends of mails. */
function reportOf(name: string): Buffer {
  const text = readFileSync(new URL(`reports/${name}.eml`, import.meta.url), 'utf8');
  const returned = returnAddress(PATTERN, KEY, ID);
  return Buffer.from(text.replaceAll('{RETURN}', returned).replaceAll('\n', '\r\n'));
}

test.each([
  ['postfix-unknown', 'address', '5.1.1'],
  ['exim-unknown', 'address', '5.1.1'],
  ['exim-no-code', 'address', '5.0.0'],
  ['exchange-unknown', 'address', '5.1.10'],
  ['exchange-refused', 'mail', '5.7.1'],
  ['gmail-full', 'mail', '5.2.2'],
  ['gmail-unknown', 'address', '5.1.1'],
  ['international-unknown', 'address', '5.1.2'],
  ['old-server', 'mail', ''],
  ['complaint', 'complaint', ''],
])('the report %s is read as %s %s', async (name, kind, status) => {
  const source = reportOf(name);
  expect(findReturned(PATTERN, KEY, source.toString('latin1'))).toBe(ID);
  expect(await readReport(source)).toEqual({ kind, status });
});

test.each(['postfix-delayed', 'absence', 'answer', 'no-complaint'])(
  'the mail %s says nothing about an address',
  async (name) => expect(await readReport(reportOf(name))).toBeUndefined(),
);

test('a report of which only the beginning was read is still read', async () => {
  const source = reportOf('exim-unknown');
  const end = source.indexOf('The text of the mail');
  expect(await readReport(source.subarray(0, end))).toEqual({ kind: 'address', status: '5.1.1' });
});

test('a token counts in any case and place, and only with its signature, its key and its pattern', () => {
  const address = returnAddress(PATTERN, KEY, ID);
  expect(address).toMatch(/^bounce\+[0-9a-z]{38}@summit\.example$/);
  const find = (text: string, key = KEY, pattern = PATTERN) => findReturned(pattern, key, text);
  expect(find(`To: <${address.toUpperCase()}>`)).toBe(ID);
  expect(find(`To: bounce+${'0'.repeat(38)}@summit.example, ${address}`)).toBe(ID);
  expect(find(address.replace('a', 'b'))).toBeUndefined();
  expect(find(address, 'another key')).toBeUndefined();
  expect(find(address, KEY, 'other+*@summit.example')).toBeUndefined();
  expect(find(address.replace('.example', 'xexample'))).toBeUndefined();
  expect(find('')).toBeUndefined();
  const domain = '*@bounces.summit.example';
  expect(find(returnAddress(domain, KEY, ID), KEY, domain)).toBe(ID);
});

test('a mail that is full of false addresses, or nested without end, is read in a moment', async () => {
  const false38 = `bounce+${'0'.repeat(38)}@summit.example `;
  expect(findReturned(PATTERN, KEY, false38.repeat(10_000))).toBeUndefined();
  const nested = Array.from(
    { length: 50 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  await expect(readReport(Buffer.from(nested.join('')))).rejects.toThrow();
});
