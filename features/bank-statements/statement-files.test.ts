import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { readStatements } from './read-statement.ts';
import { withKeys } from './recognise-entries.ts';
import { StatementRefused } from './statement.ts';
import { statementFiles } from './statement-files.ts';

const folder = testFolder();
const IBAN = 'DE14999200010012345678';
const OTHER = 'NL84ZZZB0123456789';

type Entry = { cents: number; words: string; reference?: string };

/** A day of an account, with balances. */
function camt(day: string, entries: Entry[], { account = IBAN, kind = 'camt.053' } = {}): string {
  const amount = (cents: number) => (cents / 100).toFixed(2);
  const ntries = entries.map(
    ({ cents, words, reference = '' }) =>
      `<Ntry><Amt Ccy="EUR">${amount(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${ntries.join('')}</Stmt></BkToCstmrStmt></Document>`;
}

const A = { cents: 41_895, words: 'PS26-0000-0001' };
const B = { cents: 23_117, words: 'PS26-0000-0002', reference: 'B2' };
const DAY_1 = camt('2026-11-27', [A, A, B]);
const DAY_2 = camt('2026-11-28', [A]);
const EMPTY = camt('2026-11-29', []);
const MT = `:20:A\n:25:${IBAN}\n:28C:1\n:60F:C261127EUR0,\n:61:2611271127C1,00NTRFNONREF\n:86:A\n:62F:C261127EUR1,00\n`;

let count = 0;

/** The amounts of the entries that are booked from an archive, and the notes; or the reason of its refusal. */
async function read(files: Record<string, string | Uint8Array>, change = (bytes: Buffer) => bytes) {
  const path = join(folder, `${(count += 1)}.zip`);
  const packed = Object.entries(files).map(([name, file]) => [
    name,
    typeof file === 'string' ? strToU8(file) : file,
  ]);
  writeFileSync(path, change(Buffer.from(zipSync(Object.fromEntries(packed)))));
  const file = await open(path);
  try {
    const expected = { iban: IBAN, currency: currencyOf('EUR') };
    const statement = readStatements(await statementFiles(file), expected);
    const amounts = withKeys(statement, IBAN).map(({ amountCents }) => amountCents);
    return `${amounts.join(' ')}: ${statement.notes.join(' ')}`;
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    return error.message;
  } finally {
    await file.close();
  }
}

const all = '41895 41895 23117 41895';

test.each([
  ['one file for each day', { '1.xml': DAY_1, '2.xml': DAY_2 }, `${all}: Files in the archive: 2.`],
  ['a day without entries', { '1.xml': DAY_1, '2.xml': DAY_2, '3.xml': EMPTY }, all],
  ['a day twice', { '1.xml': DAY_1, '1 (1).xml': DAY_1, '2.xml': DAY_2 }, all],
  [
    'what is no statement',
    {
      'a/1.xml': DAY_1,
      'a/2.XML': DAY_2,
      '1.pdf': '%PDF',
      '__MACOSX/a/._1.xml': '0',
      '.DS_Store': '0',
    },
    all,
  ],
  ['paths from the folder itself', { './1.xml': DAY_1, '../2.xml': DAY_2 }, all],
  [
    'another account',
    { '1.xml': DAY_1, 'x.xml': camt('2026-11-27', [A], { account: OTHER }), '2.xml': DAY_2 },
    `Entries of other accounts, which are left out: 1 (${OTHER}).`,
  ],
  [
    'another account alone',
    { 'x.xml': camt('2026-11-27', [A], { account: OTHER }) },
    `is of the account ${OTHER}`,
  ],
  ['no entries', { '3.xml': EMPTY }, 'has no booked entries'],
  ['two formats of one day', { '1.xml': DAY_1, '1.sta': MT }, 'has MT940 and CAMT.053 files in it'],
  ['tables', { '1.csv': 'Buchungstag;Betrag\n1.2.26;1,00\n' }, 'has CSV files in it'],
  [
    'a notice',
    { '1.xml': DAY_1, 'n.xml': camt('2026-11-27', [A], { kind: 'camt.054' }) },
    'has “n.xml” in it, which is a notice of single entries (camt.054)',
  ],
  [
    'a file that was cut off',
    { '1.xml': DAY_1.slice(0, -30) },
    'has “1.xml” in it, which is no complete XML',
  ],
  [
    'an archive',
    { 'a.zip': zipSync({ 'a.xml': strToU8(DAY_1) }) },
    'has “a.zip” in it, which is an Excel file or',
  ],
  ['nothing', { 'a/': '' }, 'has no statement in it'],
  ['a workbook', { '[Content_Types].xml': '', 'xl/workbook.xml': '' }, 'is an Excel file or'],
  ['21 MiB', { '1.xml': Buffer.alloc(21 * 1024 ** 2) }, 'has more than 20 MiB'],
  ['a name that moves the cursor', { '\u001B[2J\u202Ex.xml': 'x' }, 'has “[2Jx.xml” in it'],
])('an archive with %s', async (_, files, expected) => {
  expect(await read(files)).toContain(expected);
});

test('an archive with a password, or a wrong size, is refused', async () => {
  const changed = (offset: number, value: number) =>
    read({ '1.xml': DAY_1 }, (bytes) => {
      const directory = bytes.lastIndexOf('PK\u0001\u0002');
      bytes[directory + offset] = value;
      return bytes;
    });
  expect(await changed(8, 1)).toContain('is packed with a password');
  expect(await changed(24, 1)).toContain('is a damaged ZIP archive');
});
