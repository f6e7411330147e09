import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { columnsText, readColumns } from './csv-columns.ts';
import { readStatement } from './read-statement.ts';

const IBAN = 'DE14999200010012345678';

function read(bytes: string | Uint8Array, { iban = IBAN, currency = 'EUR', columns = '' } = {}) {
  return readStatement(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, {
    iban,
    currency: currencyOf(currency),
    known: () => (columns === '' ? undefined : readColumns(columns)),
  });
}

function sample(name: string, options = {}) {
  return read(readFileSync(`tests/bank-statements/${name}`), options);
}

/** Day, amount, name, IBAN, end-to-end id, words and the bank's reference, as one line. */
function linesOf({ entries }: ReturnType<typeof read>): string[] {
  return entries.map((entry) =>
    [
      entry.bookedOn,
      entry.amountCents + (entry.isReversal ? ' reversal' : ''),
      entry.name,
      entry.iban ?? '',
      entry.endToEnd ?? '',
      entry.words,
      entry.bankReference ?? '',
    ].join(' | '),
  );
}

const ANNA = 'Anna Königsdorf | DE64999300020000471100';
const BO = 'Bo Fibre | DE62999400030008150815';
const UNI = 'DE16999500040002222222';

test('a CAMT.053 of version 2 has its batch in single entries, and leaves out what is not booked', () => {
  const statement = sample('savings-bank-v2.xml');
  expect(linesOf(statement)).toEqual([
    `2026-02-03 | 39900 | ${ANNA} |  | Conference fee A. Koenigsdorf PS26-7K3M -9QXW, thank you & see you in May | `,
    `2026-02-03 | -12000 | ${BO} | 7f3k9m2q7f3k9m2q7f3k9m2q01 | Refund PS26-2222-3333 | 2026020300001/1`,
    '2026-02-03 | -5000 | Cleo Monomer | AT479999900012345678 | 7f3k9m2q7f3k9m2q7f3k9m2q02 | Refund PS26-4444-5555 | 2026020300001/2',
    `2026-02-03 | -2500 reversal | Dana Resin | ${UNI} | PS267K3M9QXW | RUECKUEBERWEISUNG | `,
  ]);
  expect(statement.notes).toEqual([
    'Entries that the bank has not booked yet, and that are left out: 1.',
  ]);
});

test('a CAMT.053 of version 8 has foreign money, a return with its recipient, and a structured reference', () => {
  const statement = sample('cooperative-bank-v8.xml');
  expect(linesOf(statement)).toEqual([
    "2026-03-02 | 27643 | FRANCES O'ROURKE | 000123456789 |  | /RFB/CONFERENCE PS26 7K3M 9QXW | AUSL-2026-0302-17",
    `2026-03-02 | 12000 reversal | ${BO} | 7F3K9M2Q7F3K9M2Q7F3K9M2Q01 | Refund PS26-2222-3333 | `,
    `2026-03-02 | 39900 | Universität Beispielstadt - Kasse | ${UNI} | RE-4711-KST-8820 | RF18PS267K3M9QXW | 2026030211143000`,
    '2026-03-02 | -1240 |  |  |  | Abschluss lt. Anlage | ',
  ]);
  expect(statement.entries.map(({ sentAs }) => sentAs)).toEqual([
    '300.00 USD',
    undefined,
    undefined,
    undefined,
  ]);
  expect(statement.entries[0]).toMatchObject({ bic: 'ZZZDUS99XXX', valuedOn: '2026-03-02' });
});

test('a Swiss CAMT.053 in ISO-8859-1 with a prefix has a batch of credits', () => {
  const options = { iban: 'CH8399999000123456789', currency: 'CHF' };
  expect(linesOf(sample('swiss-bank-v8.xml', options))).toEqual([
    '2026-04-11 | 50025 | Zoë Mäder-Grün | CH2799998000987654321 |  | RF71PS26ABCD1234 Tagung für Polymere | 999900001ZC0001-1',
    '2026-04-11 | 35025 | Institut Gründig AG |  |  | PS26-EFGH-5678 | 999900001ZC0001-2',
    '2026-04-11 | 35000 | Institut Gründig AG |  |  | GUTSCHRIFT AUFTRAGGEBER: INSTITUT GRÜNDIG AG | 999900001ZC0001-3',
  ]);
});

test('a CAMT.053 with two statements keeps a batch without amounts as one entry with all words', () => {
  expect(linesOf(sample('large-bank-v2.xml'))).toEqual([
    '2026-01-02 | 79800 |  |  |  | PS26-7K3M-9QXW PS26-2222-3333 | 4711/0001',
    '2026-01-05 | 19000 | Gesine Vogt | FR9399999000010000012345678 | ps26 7k3m 9qxw | VOTRE REFERENCE PS26-7K 3M-9QXW REGISTRATION | 4711/0002',
  ]);
});

test('MT940 is read with German subfields, over several pages, and with words between slashes', () => {
  expect(linesOf(sample('savings-bank.sta'))).toEqual([
    `2026-02-03 | 39900 | ${ANNA} |  | Tagung für Polymere PS26-7K3M-9QXW Königsdorf | 2026020311143000`,
    '2026-02-03 | -1240 |  |  |  | Abrechnung 30.01.2026 siehe Anlage | ',
    `2026-02-03 | -12000 | ${BO} | 7f3k9m2q7f3k9m2q7f3k9m2q01 | Refund PS26-2222-3333 | `,
  ]);
  // A value day in the old year has an entry in the new one; RD gives a debit back, RC takes a credit.
  expect(linesOf(sample('large-bank.sta'))).toEqual([
    '2026-01-02 | 19000 | Universität Beispielstadt Kasse |  | KST 88/20 | PS26-7K3M-9QXW | 0001-77',
    '2026-01-02 | 5000 reversal |  |  |  | Storno einer Belastung | 0001-78',
    '2026-01-02 | -19000 reversal | Universität Beispielstadt |  |  | RETURN/REFUND PS26-7K3M-9QXW | 0001-79',
  ]);
  expect(linesOf(sample('dutch-bank.sta', { iban: 'NL36ZZZB0987654321' }))).toEqual([
    '2026-03-02 | 39900 | J. de Vries-Smit | NL84ZZZB0123456789 | PS26-7K3M-9QXW | Registratie conferentie de Vries | 60610410000000',
    '2026-03-02 | 25000 | Lucie Brun | FR9399999000010000012345678 |  | RF18PS267K3M9QXW | 60610410000001',
    '2026-03-02 | -1000 | Kosten |  |  | Kwartaal 1 | 60610410000002',
  ]);
});

test('the columns of a CSV file that are remembered are those that were read', () => {
  const text = `Kontonummer;Buchungstag;Betrag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Verwendungszweck
4711;03.02.2026;399,00;Anna;DE64999300020000471100;PS26-7K3M-9QXW`;
  const first = read(text);
  expect(first.entries).toMatchObject([{ iban: 'DE64999300020000471100' }]);
  const columns = 'columns' in first ? columnsText(first.columns) : '';
  expect(columns).toContain('iban=IBAN Zahlungsbeteiligter');
  expect(read(text, { columns }).entries).toEqual(first.entries);
});

test('the CSV files of five kinds of bank are read without a word about their columns', () => {
  expect(linesOf(sample('savings-bank.csv'))).toEqual([
    `2026-02-03 | 139900 | ${ANNA} |  | Tagung für Polymere PS26-7K3M-9QXW | `,
    '2026-02-03 | -1240 |  |  |  | Entgeltabrechnung siehe Anlage | ',
  ]);
  expect(linesOf(sample('direct-bank.csv'))).toEqual([
    `2026-02-07 | 39900 | ${ANNA} |  | ps26 7k3m 9qxw | `,
    `2026-02-06 | -12000 | ${BO} | 7f3k9m2q7f3k9m2q7f3k9m2q01 | Refund PS26-2222-3333 | `,
  ]);
  expect(linesOf(sample('online-bank.csv'))).toEqual([
    '2026-02-10 | 39900 | Anna Königsdorf |  |  | PS26-7K3M-9QXW | ',
    '2026-02-09 | -106420 | Druckerei Blatt |  |  | Plakate | ',
  ]);
  expect(linesOf(sample('money-service.csv'))).toEqual([
    "2026-03-02 | 39900 | FRANCES O'ROURKE |  |  | PS26-7K3M-9QXW | TRANSFER-900000001",
    '2026-03-01 | -106420 | Druckerei Blatt |  |  | Sent money to Druckerei Blatt | BALANCE-900000002',
  ]);
  const large = sample('large-bank.csv');
  expect(linesOf(large)).toEqual([
    `2026-01-02 | 119000 | Universität Beispielstadt | ${UNI} | KST-8820 | PS26-7K3M-9QXW | `,
    '2026-01-05 | -1240 |  |  |  | Entgelt Januar | ',
  ]);
  expect(large.notes).toEqual([
    'The file does not name its account: make sure that it is the account of the conference.',
  ]);
});

const CSV = 'date=Tag,amount=Summe';

test.each([
  ['1.234,56 and 7,5', 'Tag;Summe\n1.2.26;1.234,56\n1.2.26;-7,5\n', [123_456, -750]],
  ['1,234.56 and 7', 'Tag,Summe\n2026-02-01,"1,234.56"\n2026-02-01,7\n', [123_456, 700]],
  ['1.234 beside 7,50', 'Tag;Summe\n1.2.26;1.234\n1.2.26;7,50\n', [123_400, 750]],
  ["1'234.50 CHF", "Tag\tSumme\n1.2.26\t1'234.50 CHF\n", [123_450]],
  [
    '120,00- and 1.000.000,00',
    'Tag;Summe\n1.2.26;120,00-\n1.2.26;1.000.000,00\n',
    [-12_000, 100_000_000],
  ],
  ['− 12,00 €', 'Tag;Summe\n1.2.26;− 12,00 €\n', [-1200]],
])('a CSV file with the amounts %s', (_, text, cents) => {
  expect(read(text, { columns: CSV }).entries.map(({ amountCents }) => amountCents)).toEqual(cents);
});

test.each([
  ['Tag;Summe\n1/2/2026;1,00\n31/1/2026;1,00\n', CSV, ['2026-02-01', '2026-01-31']],
  ['Tag;Summe\n1/2/2026;1,00\n1/31/2026;1,00\n', CSV, ['2026-01-02', '2026-01-31']],
  ['Tag;Summe\n1/2/2026;1,00\n', CSV.replace('Tag', 'Tag (MDY)'), ['2026-01-02']],
  ['Tag;Summe\n2026-02-01 10:30;1,00\n', CSV, ['2026-02-01']],
])('the days of %j are read', (text, columns, days) => {
  expect(read(text, { columns }).entries.map(({ bookedOn }) => bookedOn)).toEqual(days);
});

test('a CSV file in UTF-16, as Excel saves it, is read', () => {
  const text = Buffer.from('\ufeffTag\tSumme\tWer\n1.2.2026\t1,00\tJürgen Groß\n', 'utf16le');
  expect(read(text, { columns: `${CSV},name=Wer` }).entries).toMatchObject([
    { name: 'Jürgen Groß' },
  ]);
});

function camt(entries: string, root = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02') {
  return `<?xml version="1.0"?><Document xmlns="${root}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;
}

const ENTRY =
  '<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-02-01</Dt></BookgDt></Ntry>';
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;">]><Document>&lol2;</Document>`;
const EXTERNAL = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${camt('<Ntry>&x;</Ntry>').slice(21)}`;
const MT = `:20:A\n:25:${IBAN}\n:28C:1\n:60F:C260201EUR0,\n:61:2602010201C1,00NTRFNONREF\n:86:A\n`;

const ISO = 'urn:iso:std:iso:20022:tech:xsd';
const notUtf8 = 'is not in the encoding that it names (UTF-8)';
const noAmount = 'has an entry without an amount that can be read';
const csv = (...rows: string[]) => `Buchungstag;Betrag\n${rows.join('\n')}\n`;
const declared = (name: string) => camt(ENTRY).replace('?>', ` encoding="${name}"?>`);
const encoded = (text: string) => Buffer.from(text, 'latin1');
const withWords = (words: string) =>
  ENTRY.replace('</Ntry>', `<AddtlNtryInf>${words}</AddtlNtryInf></Ntry>`);

test.each([
  ['an empty file', '', 'is empty'],
  ['the billion laughs', LAUGHS, 'has a DOCTYPE'],
  ['an external entity', EXTERNAL, 'has a DOCTYPE'],
  ['an entity that nobody declares', camt('<Ntry>&x;</Ntry>'), 'is no correct XML'],
  ['a file that was cut off', camt(ENTRY).slice(0, -40), 'is no complete XML'],
  ['XML without an end', '<?xml version="1.0"?>', 'is no complete XML'],
  ['a file with 100 MB', Buffer.alloc(100 * 1024 * 1024, '<'), 'has more than 20 MiB'],
  ['bytes of zero', `${camt(ENTRY)}\0`, 'is damaged'],
  ['a deep file', camt(`${'<a>'.repeat(1000)}`), 'is not built like a bank statement'],
  ['another encoding than it names', encoded(declared('UTF-8').replace('EUR', '\xfc')), notUtf8],
  ['XML without an encoding that is not UTF-8', encoded(camt(withWords('Gebühr'))), notUtf8],
  ['an encoding that is none', declared('klingon'), 'the encoding that it names (klingon)'],
  ['a PDF', '%PDF-1.7', 'is a PDF'],
  ['an Excel file', Buffer.from('504b030414000600', 'hex'), 'is an Excel file'],
  ['a web page', '<!DOCTYPE html><html><body>Session over</body></html>', 'is a web page'],
  [
    'a report of the day',
    camt(ENTRY, `${ISO}:camt.052.001.08`),
    'is a report of the day (camt.052), which is not final',
  ],
  [
    'a notice',
    camt(ENTRY, '').replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'),
    'is a notice of single entries (camt.054)',
  ],
  ['a file of transfers', camt(ENTRY, `${ISO}:pain.001.001.09`), 'is a file of transfers'],
  ['another kind of XML', '<?xml version="1.0"?><rss/>', 'is XML that begins with <rss>'],
  [
    'another account',
    camt(ENTRY).replace(IBAN, 'AT479999900012345678'),
    `is of the account AT479999900012345678, and the conference has ${IBAN}`,
  ],
  ['a statement without entries', camt(''), 'has no booked entries'],
  ['an entry without an amount', camt(ENTRY.replace('1.00', 'one')), noAmount],
  ['a part of a cent', camt(ENTRY.replace('1.00', '1.005')), noAmount],
  [
    'an entry without a day',
    camt(ENTRY.replace('2026-02-01', '2026-02-30')),
    'has an entry without a day that can be read',
  ],
  ['MT940 that was cut off', MT, 'ends before its last balance (:62F:)'],
  [
    'MT940 with an entry that a payer wrote into the words',
    `${MT}:61:2602010201C399,00NTRFNONREF\n:86:PS26-7K3M-9QXW\n:62F:C260201EUR1,00\n`,
    'has entries that do not add up to its balances',
  ],
  [
    'MT940 with a balance that a payer wrote into the words',
    `${MT}:62F:C260201EUR1,00\n:62F:C260201EUR2,00\n`,
    'has entries that do not add up to its balances',
  ],
  ['MT940 with a broken line', MT.replace('C1,00', 'X1,00'), 'has an entry that cannot be read'],
  [
    'MT940 of another account',
    `${MT.replace(IBAN, '99930002/471100')}:62F:C260201EUR1,\n`,
    'is of the account 99930002/471100',
  ],
  ['CSV with unknown columns', 'a;b\n1;2\n', 'that are not known: name them with --columns'],
  ['days in two ways', csv('01/02/2026;1,00'), 'of which nobody can tell day and month'],
  ['amounts in two ways', csv('1.2.2026;1.000'), 'nobody can tell whether they are thousands'],
  ['comma and point', csv('1.2.2026;1,00', '1.2.2026;1.50'), 'a decimal comma and others'],
  ['an amount that is none', csv('1.2.2026;viel'), 'has in row 2 the amount “viel”'],
  ['a day that is none', csv('31.2.2026;1,00'), 'has in row 2 the day “31.2.2026”'],
])('%s is refused with a sentence', (_, bytes, sentence) => {
  expect(() => read(bytes)).toThrow(sentence);
});

test.each([
  ['1.2.2026;12.500\n1.2.2026;3.000\n', [12_500, 3000]],
  ['1.2.2026;1.250,500\n1.2.2026;12,500\n', [1_250_500, 12_500]],
  ['1.2.2026;12,500\n', [12_500]],
])('three decimals in all amounts of %j are those of dinars', (rows, cents) => {
  const { entries } = read(`Buchungstag;Betrag\n${rows}`, { currency: 'KWD' });
  expect(entries.map(({ amountCents }) => amountCents)).toEqual(cents);
});

test('an amount of dinars without decimals beside one with a sign cannot be read', () => {
  const text = 'Buchungstag;Betrag\n1.2.2026;12.500\n1.2.2026;300\n';
  expect(() => read(text, { currency: 'KWD' })).toThrow('whether they are thousands');
});

test('XML in UTF-16 is read', () => {
  const text = camt(ENTRY).replace('?>', ' encoding="UTF-16"?>');
  expect(read(Buffer.from(`\ufeff${text}`, 'utf16le')).entries).toHaveLength(1);
});

test.each([
  [
    'Korean',
    'date=거래일시,amount=입금액,name=보낸분',
    '김하늘',
    'b0c5b7a1c0cfbdc33bc0d4b1ddbed73bbab8b3bdbad00a323032362d30322d30333b3138353934303bb1e8c7cfb4c30a',
  ],
  [
    'Arabic',
    'date=التاريخ,amount=المبلغ,name=الاسم',
    'ليلى',
    'c7e1cac7d1edce3bc7e1e3c8e1db3bc7e1c7d3e30a323032362d30322d30333b3138353934303be1ede1ec0a',
  ],
  [
    'Thai',
    'date=วันที่,amount=จำนวนเงิน,name=ชื่อ',
    'สมชาย',
    'c7d1b9b7d5e83ba8d3b9c7b9e0a7d4b93baad7e8cd0a323032362d30322d30333b3138353934303bcac1aad2c20a',
  ],
])(
  'a CSV file in the %s encoding of Windows is read by its named columns',
  (_, columns, name, bytes) => {
    const { entries } = read(Buffer.from(bytes, 'hex'), { columns, currency: 'KRW' });
    expect(entries).toMatchObject([{ amountCents: 185_940, name }]);
  },
);

test('text in an entry that looks like markup stays text', () => {
  const entry = ENTRY.replace(
    '</Ntry>',
    '<NtryDtls><TxDtls><RmtInf><Ustrd><![CDATA[<b>&lt;]]>&amp;lt;</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>',
  );
  expect(read(camt(entry)).entries).toMatchObject([{ words: '<b>&lt;&lt;' }]);
});
