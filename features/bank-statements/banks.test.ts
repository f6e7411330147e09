import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { columnsText, readColumns } from './csv-columns.ts';
import { readStatement } from './read-statement.ts';
import { StatementRefused } from './statement.ts';

const IBAN = 'DE14999200010012345678';

/** The amounts of a statement in the sequence of the file, "+418.95 -231.17", or the reason of its refusal. */
function amountsOf(
  bytes: string | Uint8Array,
  { columns = '', currency = 'EUR', iban = IBAN } = {},
): { amounts: string; notes: string; words: string } {
  try {
    const { entries, notes } = readStatement(
      typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      {
        iban,
        currency: currencyOf(currency),
        known: () => (columns === '' ? undefined : readColumns(columns)),
      },
    );
    const amounts = entries.map((entry) => {
      const code = entry.currency.code === currency ? '' : ` ${entry.currency.code}`;
      const sent = entry.sentAs === undefined ? '' : ` (${entry.sentAs})`;
      return `${entry.amountCents < 0 ? '' : '+'}${(entry.amountCents / 100).toFixed(2)}${code}${sent}`;
    });
    return {
      amounts: amounts.join(' '),
      notes: notes.join(' '),
      words: entries.map(({ words }) => words).join(' | '),
    };
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    return { amounts: error.message, notes: '', words: '' };
  }
}

/** Statements of banks: title ¦ file ¦ amounts, or /a pattern/ of the refusal ¦ words, columns and the like. */
const banks = readFileSync(join(import.meta.dirname, 'banks.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => row.split(' ¦ '));
const blanks: Record<string, string> = { n: '\n', r: '\r', t: '\t', uFEFF: '\ufeff' };

/** The bytes of a file; one with \xe4 is in a code page of one byte. */
function bytesOf(cell: string): Buffer {
  const text = cell.replaceAll(/\\(?:x(..)|(n|r|t|uFEFF))/g, (_, byte?: string, blank = '') =>
    byte === undefined ? (blanks[blank] ?? '') : String.fromCharCode(Number.parseInt(byte, 16)),
  );
  return Buffer.from(text, cell.includes('\\x') ? 'latin1' : 'utf8');
}

test.each(banks)('%s', (_, file = '', expected = '', ...more) => {
  const given = Object.fromEntries(more.map((cell) => cell.split(/: (.*)/)));
  const { amounts, words, notes } = amountsOf(bytesOf(file), given);
  if (expected.startsWith('/')) expect(amounts).toMatch(new RegExp(expected.slice(1, -1)));
  else expect(amounts).toBe(expected);
  if (given.words !== undefined) expect(words).toBe(given.words);
  if (more.includes('named')) expect(notes).not.toContain('does not name its account');
  if (more.includes('not named')) expect(notes).toContain('does not name its account');
});

/** A file with these rows: the first has the headings. */
const csv = (...rows: string[]) => `${rows.join('\n')}\n`;
const IN_AND_OUT = '+418.95 -231.17';

/** Two rows with amounts that are written in these ways. */
const written = (into: string, out: string) =>
  csv('Buchungstag;Verwendungszweck;Betrag', `28.11.2026;A;"${into}"`, `28.11.2026;B;"${out}"`);

test('the direction of an amount that no amount tells is said', () => {
  expect(amountsOf(written('418,95', '1,00')).notes).toContain('No amount has a minus');
  expect(amountsOf(written('418,95', '-1,00')).notes).not.toContain('No amount has a minus');
});

describe('lines that are no entries', () => {
  test.each<[string, string]>([
    ['Anfangssaldo', '28.11.2026;;;Anfangssaldo;1.000,00'],
    ['Endsaldo', '28.11.2026;;;Endsaldo;1.187,78'],
    ['Saldo with its day', '28.11.2026;;;Saldo per 28.11.2026;1.187,78'],
    ['Solde', '28.11.2026;;;Solde au 28.11.2026;1.187,78'],
    ['Balance brought forward', '28.11.2026;;;BALANCE BROUGHT FORWARD;1.187,78'],
    ['Closing balance', '28.11.2026;;;Closing balance;1.187,78'],
    ['Total', 'Total;;;;187,78'],
    ['Summe', '28.11.2026;;;Summe;187,78'],
    ['S A L D O', '28.11.2026;;;S A L D O;1.187,78'],
    ['Käive', '28.11.2026;;;Käive;418,95'],
    ['Rulaj total creditor', '28.11.2026;;;Rulaj;418,95'],
    ['Obroty', '28.11.2026;;;Obroty;418,95'],
  ])('such as %s', (_, line) => {
    const rows = [
      '28.11.2026;Anna;DE64999300020000471100;PS26-0000-0001;418,95',
      line,
      '28.11.2026;Bo;;Refund;-231,17',
    ];
    const { amounts, notes } = amountsOf(
      csv('Buchungstag;Partner Name;Partner Iban;Verwendungszweck;Betrag', ...rows),
    );
    expect(amounts).toBe(IN_AND_OUT);
    expect(notes).toContain('Lines with a balance or a sum, which are no entries: 1 (row 3).');
  });

  test.each([
    ['a payer who writes so', 'Anna;Saldo', '+5.00'],
    ['words with a reference', ';Balance PS26-0000-0001', '+5.00'],
    ['other words', ';Saldo Tagungsgebühr', '+5.00'],
  ])('are not taken for %s', (_, cells, amounts) => {
    const text = csv(
      'Buchungstag;Partner Name;Verwendungszweck;Betrag',
      `28.11.2026;${cells};5,00`,
    );
    expect(amountsOf(text).amounts).toBe(amounts);
  });

  test('such as an amount without a day are counted', () => {
    const text = csv('Buchungstag;Partner Name;Betrag', '28.11.2026;Anna;5,00', ';Bo;7,00');
    expect(amountsOf(text)).toMatchObject({
      amounts: '+5.00',
      notes: expect.stringContaining(
        'Lines with an amount and no day, which are left out: 1 (row 3).',
      ),
    });
  });
});

/** An entry that is booked, and one of 7.00 with another state. */
const withState = (heading: string, booked: string, other: string) =>
  csv(
    `Buchungstag;Partner Name;Betrag;${heading}`,
    `28.11.2026;Anna;5,00;${booked}`,
    `28.11.2026;Bo;7,00;${other}`,
  );

test.each([
  ['Status', 'Gebucht', 'Vorgemerkt'],
  ['Vorgang', 'gebucht', 'offen'],
  ['State', 'COMPLETED', 'PENDING'],
  ['State', 'COMPLETED', 'REVERTED'],
  ['State', 'COMPLETED', 'DECLINED'],
  ['Info', 'Umsatz gebucht', 'Umsatz vorgemerkt'],
  ['Zustand', 'gebucht', 'storniert'],
  ['Statut', 'Comptabilisé', 'En attente'],
  ['Statut', 'Accepté', 'Refusé'],
  ['Status', 'Udført', 'Venter'],
  ['Status', 'Udført', 'Slettet'],
  ['Status', 'Sent', 'Failed'],
])('an entry that is not booked is left out: column %s, %s, %s', (...given) => {
  expect(amountsOf(withState(...given))).toMatchObject({
    amounts: '+5.00',
    notes: expect.stringContaining('and that are left out: 1 (row 3).'),
  });
});

test('a state that nobody knows is said, and beside another one refused', () => {
  expect(amountsOf(withState('Status', 'Zzz', 'Zzz')).notes).toContain(
    'The column “Status” has a word that is not known (“Zzz”): its entries are read as booked.',
  );
  expect(amountsOf(withState('Status', 'Gebucht', 'Wartet')).amounts).toMatch(
    /the word “Wartet”, of which nobody can tell whether the bank has booked the entry/,
  );
  expect(amountsOf(withState('Status', 'Gebucht', '')).notes).not.toContain('not known');
});

test('the currency of an amount is that of the conference for a dollar, if it has one', () => {
  const text = csv('Buchungstag;Betrag', '28.11.2026;$418.95');
  expect(amountsOf(text, { currency: 'CAD' }).amounts).toBe('+418.95');
});

test('fees beside an amount are named', () => {
  const text = csv('Date,Amount,Fee', '2026-11-28,418.95,2.00', '2026-11-28,-1.00,0.00');
  expect(amountsOf(text)).toMatchObject({
    amounts: '+418.95 -1.00',
    notes: expect.stringContaining('The column “Fee” has fees (2.00)'),
  });
});

/** Rows with a balance behind each. */
const balanced = (...rows: string[]) => csv('Buchungstag;Verwendungszweck;Betrag;Saldo', ...rows);

test('the balances of a CSV file that leave an entry unproved are mentioned', () => {
  const rows = ['1,00;1,00', '2,00;3,00', '4,00;7,00', '8,00;99,00'];
  const { notes } = amountsOf(balanced(...rows.map((row) => `28.11.2026;A;${row}`)));
  expect(notes).toContain('do not show 1 of its entries');
});

describe('the account of a CSV file', () => {
  const OTHER = 'NL84ZZZB0123456789';
  const ANNA = 'DE64999300020000471100';
  const BO = 'DE62999400030008150815';
  const REFUSED = new RegExp(`^is of the account ${OTHER}, and the conference has ${IBAN}`);
  /** Rows with the column in question, the name and the account of the payer. */
  const rows = (head: string, ...cells: string[]) =>
    csv(
      `Datum;Bedrag;Mededelingen;${head}`,
      ...cells.map((row, at) => `2026112${at + 1};${at + 1},00;PS26-0000-000${at};${row}`),
    );
  const dutch = (...cells: string[]) =>
    rows('Naam / Omschrijving;Rekening;Tegenrekening', ...cells);
  const NO_NAME = 'does not name its account';
  const TWO = '+1.00 +2.00';

  test.each([
    ['beside a column of payers', dutch(`A;${OTHER};${ANNA}`, `B;${OTHER};${BO}`)],
    ['without one', rows('Konto, IBAN;Payee', `${OTHER};A`, `${OTHER};B`)],
    ['in a column “IBAN”', rows('IBAN;Payee', `${OTHER};A`, `${OTHER};B`)],
    ['in a column without a heading', rows('Naam tegenpartij;', `A;${OTHER}`, `B;${OTHER}`)],
  ])('is none of the file if a person says so: %s', (_, text) => {
    const [, columns = ''] = /add --columns "(.*)"$/.exec(amountsOf(text).amounts) ?? [];
    expect(columns).toContain('date=Datum (YMD),amount=Bedrag');
    expect(amountsOf(text, { columns })).toMatchObject({
      amounts: TWO,
      notes: expect.stringContaining(NO_NAME),
    });
    const kept = amountsOf(text.replaceAll(OTHER, IBAN), { columns });
    expect(kept.amounts).toBe(TWO);
  });

  test('is told again by columns that were remembered', () => {
    const text = dutch(`A;${IBAN};${ANNA}`, `B;${IBAN};${BO}`);
    const statement = readStatement(Buffer.from(text), { iban: IBAN, currency: currencyOf('EUR') });
    const guessed = 'columns' in statement ? columnsText(statement.columns) : '';
    expect(guessed).toContain(',iban=Tegenrekening,words=Mededelingen,ownAccount=Rekening');
    for (const columns of [guessed, guessed.replace(',ownAccount=Rekening', '')]) {
      expect(amountsOf(text, { columns }).amounts).toBe(TWO);
      expect(amountsOf(text.replaceAll(IBAN, OTHER), { columns }).amounts).toMatch(REFUSED);
    }
  });
});

/** Rows whose reference stands in a column, or a row, of another bank; the words that are read. */
test('the words of an entry are no own account, and neither is the account of the payer', () => {
  const text = csv('IBAN;Booked At;Text;Amount', `${IBAN};2026-11-28;PS26-0000-0001;418.95`);
  const { entries } = readStatement(Buffer.from(text), {
    iban: IBAN,
    currency: currencyOf('EUR'),
  });
  expect(entries).toMatchObject([{ account: IBAN, iban: undefined, words: 'PS26-0000-0001' }]);
});

test.each([
  ['Buchungstext', 'Retoure', true],
  ['Buchungstext', 'SEPA Rücküberweisung', true],
  ['Transaction type', 'Returned payment', true],
  ['Movimiento', 'Devolución transferencia', true],
  ['Buchungstext', 'Storno Gutschrift', true],
  ['Buchungstext', 'Gutschrift', false],
  ['Notes', 'return ticket PS26-0000-0001', false],
])('money that the bank gives back is marked as such: %s, %s', (heading, text, isReversal) => {
  const file = csv(
    `Buchungstag;Name;Betrag;Verwendungszweck;${heading}`,
    `28.11.2026;Bo;231,17;PS26-0000-0002;${text}`,
    '28.11.2026;Bo;-1,00;;Gutschrift',
  );
  const { entries } = readStatement(Buffer.from(file), { iban: IBAN, currency: currencyOf('EUR') });
  expect(entries.map((entry) => entry.isReversal)).toEqual([isReversal, false]);
});

describe('a table below many lines', () => {
  /** As a Polish bank writes it. */
  const POLISH = csv(
    'Bank S.A. Bankowość Detaliczna;',
    '#Klient;',
    'POLYMER SOCIETY;',
    '#Za okres:;',
    '01.11.2026;30.11.2026;',
    ...Array.from({ length: 24 }, (_, at) => `#Fakt ${at}, i inny;`),
    '#Waluta;',
    'PLN;',
    '#Numer rachunku;',
    '65 1140 2004 0000 3002 0000 0001;',
    '',
    '#Saldo początkowe;1 000,00 PLN;',
    '',
    '',
    '#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;',
    `2026-11-27;2026-11-27;PRZELEW PRZYCHODZĄCY;"PS26-0000-0001";"ANNA  UL. X";'38114020040000300200000002';418,95;1 418,95;`,
    `2026-11-28;2026-11-28;PRZELEW WYCHODZĄCY;"Refund";"BO";'';-231,17;1 187,78;`,
    ';;;;;;#Saldo końcowe;1 187,78 PLN;',
  );
  const iban = 'PL65114020040000300200000001';

  test.each<[string, string, string?]>([
    ['guessed', POLISH],
    [
      'named',
      POLISH,
      'date=#Data księgowania (YMD),amount=#Kwota,name=#Nadawca/Odbiorca,iban=#Numer konta,words=#Tytuł',
    ],
    ['with 97 lines above', `${'Fakt;\n'.repeat(60)}${POLISH}`],
  ])('is read: %s', (_, text, columns = '') => {
    const { entries, notes } = readStatement(Buffer.from(text), {
      iban,
      currency: currencyOf('EUR'),
      known: () => (columns === '' ? undefined : readColumns(columns)),
    });
    expect(entries).toMatchObject([
      {
        amountCents: 41_895,
        iban: 'PL38114020040000300200000002',
        words: 'PS26-0000-0001',
        name: 'ANNA UL. X',
        account: iban,
      },
      { amountCents: -23_117, iban: undefined, words: 'Refund', name: 'BO' },
    ]);
    expect(entries.map(({ currency }) => currency.code)).toEqual(['PLN', 'PLN']);
    expect(notes).toEqual([]);
  });

  test('has the headings that its refusal names, and the next run accepts', () => {
    const heads = ['Kiedy', 'Ile, EUR', 'Kto', 'Jaki tekst'];
    const more = Array.from({ length: 40 }, (_, at) => `Kolumna numer ${at}`);
    const text = csv(
      ...Array.from({ length: 38 }, () => 'Fakt;'),
      [...more, ...heads].join(';'),
      [...more.map(() => ''), '2026-11-28', '418,95', 'Anna', 'PS26-0000-0001'].join(';'),
    );
    const [, shown = ''] =
      /headings of the file \((.*?)\)\. If/.exec(amountsOf(text).amounts) ?? [];
    const [date, amount, name, words] = shown.split(';').slice(-4);
    const columns = `date=${date},amount=${amount},name=${name},words=${words}`;
    expect(amountsOf(text, { columns })).toMatchObject({
      amounts: '+418.95',
      words: 'PS26-0000-0001',
    });
  });
});

test('a second table, such as that of pending entries, is refused', () => {
  const table = 'Datum;Name;Betrag\n28.11.2026;Anna;5,00\n';
  expect(amountsOf(`Gebucht\n${table}\nVorgemerkt\n${table}`).amounts).toMatch(
    /^has a second table in row 6: export one account/,
  );
});

test.each([
  ['a table without headings', '26.11.2026;"PS26-0000-0001";418,95;EUR'],
  ['an OFX file', 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>'],
  ['a QIF file', '!Type:Bank\nD11/26/2026\nT418.95\n^'],
])('%s is refused with the way out', (_, text) => {
  expect(amountsOf(text).amounts).toMatch(
    /If these are no headings, ask the bank for CAMT.053 or MT940$/,
  );
});

/** MT940 of one page; `out` is the last balance. */
const mt = (lines: string, { out = 'C261128EUR1187,78', head = ':20:STARTUMS\n' } = {}) =>
  `${head}:25:99920001/12345678\n:28C:1/1\n:60F:C261127EUR1000,00\n${lines}\n:62F:${out}\n-\n`;
const LINES = ':61:2611281128C418,95NTRFNONREF\n:86:A\n:61:2611281128D231,17NTRFNONREF\n:86:B';

test('a line that is wrapped keeps its words, and February 30 is the last day of the month', () => {
  const text = mt(
    LINES.replace(':86:A', ':86:A 28-11-2026T16\n:26:37 B').replace('2611281128', '260230'),
  );
  expect(amountsOf(text).words).toBe('A 28-11-2026T16 :26:37 B | B');
  const { entries } = readStatement(Buffer.from(text), { iban: IBAN, currency: currencyOf('EUR') });
  expect(entries[0]).toMatchObject({ bookedOn: '2026-02-28', valuedOn: '2026-02-28' });
});
