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

/** A file with these rows: the first has the headings. */
const csv = (...rows: string[]) => `${rows.join('\n')}\n`;
const IN_AND_OUT = '+418.95 -231.17';
const CANNOT_TELL = /of which nobody can tell whether money goes out or comes in/;

/** Two rows of a bank with a column behind the amount; the first has money that came in. */
const marked = (heading: string, into: string, out: string) =>
  csv(
    `Buchungstag;Name Zahlungsbeteiligter;Verwendungszweck;Betrag;${heading}`,
    `28.11.2026;Anna Königsdorf;PS26-0000-0001;418,95;${into}`,
    `28.11.2026;Bo Fibre;Refund PS26-0000-0002;231,17;${out}`,
  );

/** Two rows with amounts that are written in these ways. */
const written = (into: string, out: string) =>
  csv('Buchungstag;Verwendungszweck;Betrag', `28.11.2026;A;"${into}"`, `28.11.2026;B;"${out}"`);

describe('the direction of an amount', () => {
  test.each<[string, string, string | RegExp, { columns?: string }?]>([
    ['S and H without a heading', marked(' ', 'H', 'S'), IN_AND_OUT],
    ['Soll and Haben', marked('Soll/Haben', 'Haben', 'Soll'), IN_AND_OUT],
    ['S and H of a Kennzeichen', marked('Soll/Haben-Kennzeichen', 'H', 'S'), IN_AND_OUT],
    ['D and C', marked('Indicateur', 'C', 'D'), IN_AND_OUT],
    ['DR and CR', marked('DR/CR', 'CR', 'DR'), IN_AND_OUT],
    ['Dr. and Cr.', marked('Type', 'Cr.', 'Dr.'), IN_AND_OUT],
    ['DBIT and CRDT', marked('Kennz.', 'CRDT', 'DBIT'), IN_AND_OUT],
    ['Debit and Credit', marked('Transaction type', 'credit', 'DEBIT'), IN_AND_OUT],
    ['Af and Bij', marked('Af Bij', 'Bij', 'Af'), IN_AND_OUT],
    ['Ut and In', marked('Riktning', 'In', 'Ut'), IN_AND_OUT],
    ['Débit and Crédit', marked('Sens', 'Crédit', 'Débit'), IN_AND_OUT],
    ['Dare and Avere', marked('Segno', 'Avere', 'Dare'), IN_AND_OUT],
    ['Cargo and Abono', marked('Tipo', 'ABONO', 'CARGO'), IN_AND_OUT],
    ['Lastschrift and Gutschrift', marked('Art', 'Gutschrift', 'Lastschrift'), IN_AND_OUT],
    ['plus and minus', marked('Vorzeichen', '+', '-'), IN_AND_OUT],
    ['a long minus', marked('+/-', '+', '−'), IN_AND_OUT],
    ['Ausgang and Eingang', marked('Umsatztyp', 'Eingang', 'Ausgang'), IN_AND_OUT],
    ['Deposit and Withdrawal', marked('', 'Deposit', 'Withdrawal'), IN_AND_OUT],
    ['D beside W', marked('', 'D', 'W'), IN_AND_OUT],
    ['D alone', marked('', 'D', 'D'), CANNOT_TELL],
    ['money that came in alone', marked('', 'H', 'H'), '+418.95 +231.17'],
    ['long words that nobody knows', marked('Typ', 'Geldzugang', 'Geldabgang'), CANNOT_TELL],
    [
      'words that contain a known one',
      marked('Typ', 'SEPA Eingang neu', 'SEPA Ausgang neu'),
      CANNOT_TELL,
    ],
    [
      'nothing, beside a debit that came back',
      marked('Typ', 'Gutschrift SEPA', 'Retoure Lastschrift'),
      '+418.95 +231.17',
    ],
    [
      'nothing, beside banks and texts of payers',
      csv(
        'Date,Description,BIC,Amount',
        '2026-11-28,Registration,COBADEFFXXX,418.95',
        '2026-11-28,Withdrawal,DEUTDEDBXXX,231.17',
      ),
      '+418.95 +231.17',
    ],
    ['words that nobody knows', marked('Kz', 'U', 'W'), CANNOT_TELL],
    [
      'words that nobody knows, in the column of a direction',
      marked('S/H', 'X1', 'Y1'),
      CANNOT_TELL,
    ],
    [
      'words that the treasurer has named',
      marked('Kz', 'U', 'W'),
      IN_AND_OUT,
      { columns: 'date=Buchungstag,amount=Betrag,direction=Kz (W/U)' },
    ],
    [
      'words of a column without a heading that the treasurer has named',
      marked('', 'U', 'W'),
      IN_AND_OUT,
      { columns: 'date=Buchungstag,amount=Betrag,direction=(W/U)' },
    ],
    [
      'another word than the two that the treasurer has named',
      marked('Kz', 'U', 'X'),
      CANNOT_TELL,
      { columns: 'date=Buchungstag,amount=Betrag,direction=Kz (W/U)' },
    ],
    [
      'a column that the treasurer has not named',
      marked('Soll/Haben', 'H', 'S'),
      IN_AND_OUT,
      { columns: 'date=Buchungstag,amount=Betrag' },
    ],
    [
      'a column of a direction that is not there',
      marked('', 'H', 'S'),
      /has no column “Seite”/,
      { columns: 'date=Buchungstag,amount=Betrag,direction=Seite' },
    ],
    ['a row without a word', marked('S/H', 'H', ''), CANNOT_TELL],
    [
      'a word that says the opposite of the sign',
      marked('S/H', 'H', 'S').replace('418,95', '-418,95'),
      CANNOT_TELL,
    ],
    [
      'signs, and words that say the same',
      marked('S/H', 'H', 'S').replace('231,17', '-231,17'),
      IN_AND_OUT,
    ],
    [
      'signs, and a kind of booking that is no direction',
      marked('Buchungstext', 'Lastschrift', 'Lastschrift').replace('231,17', '-231,17'),
      IN_AND_OUT,
    ],
    [
      'a kind of booking that goes out, and no sign',
      marked('Buchungstext', 'Überweisung', 'Lastschrift'),
      CANNOT_TELL,
    ],
    ['a minus behind', written('418,95', '231,17-'), IN_AND_OUT],
    ['a plus and a minus behind', written('418,95+', '231,17-'), IN_AND_OUT],
    ['S and H behind', written('418,95 H', '231,17 S'), IN_AND_OUT],
    ['DR and CR behind', written('418.95CR', '231.17DR'), IN_AND_OUT],
    ['parentheses', written('418.95', '(231.17)'), IN_AND_OUT],
    ['a word before', written('EUR 418,95', 'EUR -231,17'), IN_AND_OUT],
    [
      'a word that is none',
      written('418,95', '231,17 Q'),
      /the amount “231,17 Q”, which cannot be read/,
    ],
    ['CR behind, and nothing', written('418.95 CR', '231.17'), CANNOT_TELL],
    ['a plus, and nothing', written('+418,95', '231,17'), CANNOT_TELL],
    ['DR behind, and nothing', written('418.95', '231.17 DR'), IN_AND_OUT],
    [
      'CR behind, nothing, and a column',
      marked('S/H', 'H', 'S').replace('418,95', '418,95 CR'),
      IN_AND_OUT,
    ],
    ['T and J', marked('T/J', 'J', 'T'), IN_AND_OUT],
    ['MD and D', marked('MD/D', 'D', 'MD'), IN_AND_OUT],
    ['B and D', marked('B/D', 'D', 'B'), IN_AND_OUT],
    ['Χ and Π', marked('Χ/Π', 'Π', 'Χ'), IN_AND_OUT],
    ['ДТ and КТ', marked('Дт/Кт', 'КТ', 'ДТ'), IN_AND_OUT],
    [
      'a column of words that is not there',
      marked('', 'H', 'S'),
      /has no column “Zweck”/,
      { columns: 'date=Buchungstag,amount=Betrag,words=Zweck' },
    ],
    ['no sign and no column', written('418,95', '231,17'), '+418.95 +231.17'],
  ])('is told by %s', (_, text, expected, options) => {
    const { amounts } = amountsOf(text, options);
    if (typeof expected === 'string') expect(amounts).toBe(expected);
    else expect(amounts).toMatch(expected);
  });

  test('that no amount tells is said', () => {
    expect(amountsOf(written('418,95', '1,00')).notes).toContain('No amount has a minus');
    expect(amountsOf(written('418,95', '-1,00')).notes).not.toContain('No amount has a minus');
  });
});

/** Rows with two columns of amounts. */
const sided = (head: string, ...rows: string[]) =>
  csv(`Buchungstag;Verwendungszweck;${head}`, ...rows.map((row) => `28.11.2026;A;${row}`));

describe('two columns of amounts', () => {
  test.each<[string, string, string | RegExp]>([
    ['Soll and Haben', sided('Soll;Haben', ';418,95', '231,17;'), IN_AND_OUT],
    ['Soll with a minus', sided('Soll;Haben', ';418,95', '-231,17;'), IN_AND_OUT],
    ['zeros', sided('Soll;Haben', '0,00;418,95', '231,17;0,00'), IN_AND_OUT],
    [
      'currencies in the headings',
      sided('Belastung EUR;Gutschrift EUR', ';418,95', '231,17;'),
      IN_AND_OUT,
    ],
    [
      'Lastschrift in EUR',
      sided('Gutschrift in EUR;Lastschrift in EUR', '418,95;', ';231,17'),
      IN_AND_OUT,
    ],
    ['Paid out and paid in', sided('Paid out;Paid in', ';418.95', '231.17;'), IN_AND_OUT],
    ['Débit and Crédit', sided('Débit;Crédit', ';418,95', '231,17;'), IN_AND_OUT],
    ['Dare and Avere', sided('Dare;Avere', ';418,95', '231,17;'), IN_AND_OUT],
    [
      'a third with the amount',
      sided('Betrag;Soll;Haben', '418,95;;418,95', '231,17;231,17;'),
      IN_AND_OUT,
    ],
    [
      'a third with another amount',
      sided('Betrag;Soll;Haben', '9,00;;418,95', '1,00;1,00;'),
      CANNOT_TELL,
    ],
    ['both filled', sided('Soll;Haben', '1,00;418,95', '231,17;'), CANNOT_TELL],
    [
      'debits with and without a minus',
      sided('Soll;Haben', '1,00;', '-231,17;'),
      /with and without a minus/,
    ],
    [
      'amounts that differ',
      sided('Betrag;Umsatz', '1,00;418,95', '-2,00;-231,17'),
      /two columns of amounts/,
    ],
    ['the same amounts', sided('Betrag;Umsatz', '418,95;418,95', '-231,17;-231,17'), IN_AND_OUT],
    [
      'headings that nobody knows',
      sided('Salida;Entrada', ';418,95', '231,17;'),
      /columns that are not known/,
    ],
  ])('with %s', (_, text, expected) => {
    const { amounts } = amountsOf(text);
    if (typeof expected === 'string') expect(amounts).toBe(expected);
    else expect(amounts).toMatch(expected);
  });
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

describe('the currency of an amount', () => {
  test.each<[string, string, string]>([
    ['the column behind it', csv('Date,Amount,Currency', '2026-11-28,418.95,USD'), '+418.95 USD'],
    [
      'the column behind it, and not that of the balance',
      csv('Buchungstag;Saldo;Währung;Betrag;Währung', '28.11.2026;9,00;EUR;418,95;CHF'),
      '+418.95 CHF',
    ],
    [
      'a column without a known heading',
      csv('Datum;Betrag;Whg.', '28.11.2026;418,95;CHF'),
      '+418.95 CHF',
    ],
    ['the heading', csv('Buchungstag;Betrag (CHF)', '28.11.2026;418,95'), '+418.95 CHF'],
    ['the cell', csv('Buchungstag;Betrag', '28.11.2026;CHF 418.95'), '+418.95 CHF'],
    ['the sign in the cell', csv('Buchungstag;Betrag', '28.11.2026;£418.95'), '+418.95 GBP'],
    ['a dollar', csv('Buchungstag;Betrag', '28.11.2026;$418.95'), '+418.95 USD'],
    [
      'the lines above the table',
      csv('Konto:;0815', 'Währung:;CHF', '', 'Buchungstag;Betrag', '28.11.2026;418,95'),
      '+418.95 CHF',
    ],
    ['nothing', csv('Buchungstag;Betrag', '28.11.2026;418,95'), '+418.95'],
    [
      'the account, and the payer has sent another one',
      csv(
        'Date,Amount,Currency,Original amount,Original currency',
        '2026-11-28,418.95,EUR,445.00,CHF',
      ),
      '+418.95 (445.00 CHF)',
    ],
    [
      'the account, and the payer has sent the same',
      csv(
        'Date,Amount,Currency,Original amount,Original currency',
        '2026-11-28,418.95,EUR,418.95,EUR',
      ),
      '+418.95',
    ],
    [
      'the account, also if the fee has another one',
      csv('Date,Amount,Currency,Fee,Fee currency', '2026-11-28,418.95,EUR,1.00,CHF'),
      '+418.95',
    ],
  ])('is that of %s', (_, text, amounts) => {
    expect(amountsOf(text).amounts).toBe(amounts);
  });

  test('is that of the conference for a dollar, if it has one', () => {
    const text = csv('Buchungstag;Betrag', '28.11.2026;$418.95');
    expect(amountsOf(text, { currency: 'CAD' }).amounts).toBe('+418.95');
  });
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

describe('the balances of a CSV file', () => {
  test.each<[string, string, string | RegExp]>([
    [
      'prove amounts, the oldest first',
      balanced('27.11.2026;A;418,95;1418,95', '28.11.2026;B;-231,17;1187,78'),
      IN_AND_OUT,
    ],
    [
      'prove amounts, the newest first',
      balanced('28.11.2026;A;418,95;1187,78', '27.11.2026;B;-231,17;768,83'),
      IN_AND_OUT,
    ],
    [
      'show that amounts without a minus go out',
      balanced('27.11.2026;A;418,95;1418,95', '28.11.2026;B;231,17;1187,78'),
      /in row 3 an amount that comes in, and the balance in this row says the opposite/,
    ],
    [
      'show it also if all amounts are equal',
      balanced('26.11.2026;A;5,00;20,00', '27.11.2026;B;5,00;15,00', '28.11.2026;C;5,00;10,00'),
      /says the opposite/,
    ],
    [
      'may contain a fee',
      csv('Date,Amount,Fee,Balance', '2026-11-27,10.00,0.00,10.00', '2026-11-28,5.00,1.00,14.00'),
      '+10.00 +5.00',
    ],
    [
      'may have their sign behind them',
      csv(
        'Buchungstag;Betrag;Saldo;',
        '27.11.2026;-50,00;20,00;S',
        '28.11.2026;30,00;10,00;H',
        '29.11.2026;-30,00;20,00;S',
      ),
      '-50.00 +30.00 -30.00',
    ],
  ])('%s', (_, text, expected) => {
    const { amounts } = amountsOf(text);
    if (typeof expected === 'string') expect(amounts).toBe(expected);
    else expect(amounts).toMatch(expected);
  });

  test('that leave an entry unproved are mentioned', () => {
    const rows = ['1,00;1,00', '2,00;3,00', '4,00;7,00', '8,00;99,00'];
    const { notes } = amountsOf(balanced(...rows.map((row) => `28.11.2026;A;${row}`)));
    expect(notes).toContain('do not show 1 of its entries');
  });
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
  const above = (...lines: string[]) => csv(...lines, '', rows('Naam tegenpartij', 'Anna'));
  const NO_NAME = 'does not name its account';
  const TWO = '+1.00 +2.00';

  test.each<[string, string, string | RegExp, boolean?]>([
    ['a column that nobody knows', dutch(`A;${OTHER};${ANNA}`, `B;${OTHER};${BO}`), REFUSED],
    ['such a column of the conference', dutch(`A;${IBAN};${ANNA}`, `B;${IBAN};${BO}`), TWO, true],
    ['one row', dutch(`A;${OTHER};${ANNA}`), REFUSED],
    ['one row without a payer', dutch(`A;${OTHER};`), REFUSED],
    ['entries of one payer', dutch(`A;${OTHER};${ANNA}`, `A;${OTHER};${ANNA}`), REFUSED],
    ['two accounts in a file', dutch(`A;${IBAN};${ANNA}`, `B;${OTHER};${BO}`), REFUSED],
    ['an account in groups', dutch(`A;NL84 ZZZB 0123 4567 89;${ANNA}`), REFUSED],
    ['an account in small letters', dutch(`A;${OTHER.toLowerCase()};${ANNA}`), REFUSED],
    ['an account with its currency', dutch(`A;${OTHER} EUR;${ANNA}`), REFUSED],
    ['wrong check digits', dutch(`A;NL85ZZZB0123456789;${ANNA}`), /^is of the account NL85ZZZB/],
    ['a column without a heading', rows('Naam tegenpartij;', `A;${OTHER}`, `B;${OTHER}`), REFUSED],
    ['no column of payers', rows('Konto', OTHER, OTHER), REFUSED],
    ['a column “IBAN” and several payers', rows('IBAN;Payee', `${OTHER};A`, `${OTHER};B`), REFUSED],
    ['a column “IBAN” and no payers', rows('IBAN', OTHER, OTHER), REFUSED],
    ['a column “IBAN” and one payer', rows('IBAN;Payee', `${ANNA};A`, `${ANNA};A`), TWO, false],
    ['a column “IBAN” of payers', rows('IBAN;Payee', `${ANNA};A`, `${BO};B`), TWO, false],
    [
      'a column of payers with one',
      rows('Tegenrekening;Payee', `${ANNA};A`, `${ANNA};Bo`),
      TWO,
      false,
    ],
    ['a column of payers alone', rows('Account', ANNA, BO), TWO, false],
    ['one payer in one row', rows('Account;Payee', `${ANNA};A`), '+1.00', false],
    ['a column that is not filled', dutch(`A;${ANNA};`, `B;;${BO}`), TWO, false],
    ['a number that is no account', dutch(`A;AB12;${ANNA}`, `B;AB12;${BO}`), TWO, false],
    [
      'from and to',
      rows('From;To', `${ANNA};${IBAN}`, `${BO};${IBAN}`, `${IBAN};${BO}`),
      '+1.00 +2.00 +3.00',
      false,
    ],
    ['a line above the table', above('accountId;"1"', `iban;"${OTHER}"`), REFUSED],
    [
      'a line with wrong check digits',
      above('iban;"NL85ZZZB0123456789"'),
      /^is of the account NL85/,
    ],
    ['a line with the owner, too', above('Konto: NL84 ZZZB 0123 4567 89 EUR Society;'), REFUSED],
    [
      'a line with the conference’s account',
      above(`Bank;${OTHER}`, `IBAN: ${IBAN} EUR`),
      '+1.00',
      true,
    ],
    ['a line with Polish digits', above('65 1140 2004 0000 3002 0000 0001;'), /account PL65114020/],
    ['a line with a telephone number', above('Tel. no 12 3456 7890 123;'), '+1.00', false],
    [
      'a line and a payer in each row',
      csv(IBAN, '', rows('Konto;Payee', `${ANNA};A`, `${ANNA};A`)),
      TWO,
      true,
    ],
  ])('is told by %s', (_, text, expected, isNamed) => {
    const { amounts, notes } = amountsOf(text);
    if (typeof expected === 'string') expect(amounts).toBe(expected);
    else expect(amounts).toMatch(expected);
    if (isNamed !== undefined) expect(notes.includes(NO_NAME)).toBe(!isNamed);
  });

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

/** Files of banks that are often asked about. People, accounts and amounts are invented. */
const BANKS: [string, string | Uint8Array, string | RegExp, Parameters<typeof amountsOf>[1]?][] = [
  [
    'a cooperative bank of old, with balances below',
    Buffer.from(
      csv(
        'Musterbank eG',
        '',
        '"BLZ:";"99920001";"";"Datum:";"28.11.2026"',
        '',
        '"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"Konto-Nr.";"IBAN";"BLZ";"BIC";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "',
        '"28.11.2026";"28.11.2026";"Polymer Society";"Bo Fibre";"";"";"";"";"Überweisung\nRefund PS26-0000-0002";"";"EUR";"231,17";"S"',
        '"28.11.2026";"28.11.2026";"Anna Königsdorf";"Polymer Society";"";"";"";"";"Gutschrift\nPS26-0000-0001";"";"EUR";"418,95";"H"',
        '',
        '"28.11.2026";"";"";"";"";"";"";"";"";"Anfangssaldo";"EUR";"1.000,00";"H"',
        '"28.11.2026";"";"";"";"";"";"";"";"";"Endsaldo";"EUR";"1.187,78";"H"',
      ),
      'latin1',
    ),
    '-231.17 +418.95',
  ],
  [
    'an Austrian savings bank',
    csv(
      'Buchungsdatum;Partnername;Partner IBAN;Betrag;Währung;Buchungs-Details',
      '28.11.2026;Anna Königsdorf;DE64999300020000471100;418,95;EUR;PS26-0000-0001',
      '28.11.2026;Bo Fibre;;-231,17;EUR;Refund',
    ),
    IN_AND_OUT,
  ],
  [
    'a Dutch bank with Af and Bij',
    csv(
      '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen","Saldo na mutatie","Tag"',
      '"20261128","J. de Vries","DE14999200010012345678","","GT","Bij","418,95","Online bankieren","PS26-0000-0001","1418,95",""',
      '"20261127","Drukkerij","DE14999200010012345678","","GT","Af","231,17","Online bankieren","","1000,00",""',
    ),
    IN_AND_OUT,
  ],
  [
    'a neobank with states, fees and balances',
    csv(
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'TRANSFER,Current,2026-11-26 09:00:00,2026-11-26 09:00:01,Payment from Anna PS26-0000-0001,418.95,0.00,EUR,COMPLETED,418.95',
      'TRANSFER,Current,2026-11-27 09:00:00,2026-11-27 09:00:01,To Bo,-231.17,0.50,EUR,COMPLETED,187.28',
      'TRANSFER,Current,2026-11-27 10:00:00,,Payment from Cleo,99.00,0.00,EUR,REVERTED,',
    ),
    IN_AND_OUT,
  ],
  [
    'a bank with money of the payer beside its own',
    csv(
      '"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"',
      '"2026-11-28","Anna","DE64999300020000471100","Income","PS26-0000-0001","418.95","","",""',
      '"2026-11-28","Zoë","CH2799998000987654321","Income","PS26-0000-0003","100.00","95.00","CHF","1.05"',
      '"2026-11-28","Bo","","Outgoing Transfer","","-231.17","-231.17","EUR","1.0"',
    ),
    '+418.95 +100.00 (95.00 CHF) -231.17',
  ],
  [
    'a Swiss bank with two columns',
    csv(
      'Konto:;CH8399999000123456789',
      'Währung:;CHF',
      '',
      'Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF',
      "28.11.2026;PS26-0000-0001;418.95;;28.11.2026;1'418.95",
      '27.11.2026;Erstattung;;-231.17;27.11.2026;1000.00',
    ),
    IN_AND_OUT,
    { currency: 'CHF', iban: 'CH8399999000123456789' },
  ],
  [
    'a bank with months in letters',
    csv(
      'Date,Details,Debits,Credits,Status',
      '28 Nov 2026,PS26-0000-0001,,418.95,Posted',
      '27-Nov-2026,X,231.17,,Posted',
    ),
    IN_AND_OUT,
  ],
  [
    'an Italian bank',
    csv(
      '"Data operazione";"Causale";"Dare";"Avere"',
      '"28/11/2026";"PS26-0000-0001";"";"418,95"',
      '"28/11/2026";"Rimborso";"231,17";""',
    ),
    IN_AND_OUT,
  ],
  [
    'a provider with gross and net amounts, whose columns are named',
    csv(
      'Date,Name,Status,Currency,Gross,Fee,Net,Balance',
      '2026-11-27,Anna,Completed,EUR,418.95,-10.00,408.95,408.95',
      '2026-11-28,Bo,Completed,EUR,-231.17,0.00,-231.17,177.78',
    ),
    IN_AND_OUT,
    { columns: 'date=Date,amount=Gross,name=Name' },
  ],
  [
    'a direct bank with an open card payment and its balance below',
    csv(
      'Buchungstag;Wertstellung (Valuta);Vorgang;Buchungstext;Umsatz in EUR',
      'offen;28.11.2026;Kartenverfügung;Kaffee;-3,00',
      '28.11.2026;28.11.2026;Übertrag / Überweisung;Auftraggeber: Anna PS26-0000-0001;418,95',
      '27.11.2026;27.11.2026;Übertrag / Überweisung;Bo;-231,17',
      'Alter Kontostand;1.000,00 EUR',
    ),
    IN_AND_OUT,
  ],
  [
    'a British bank with a balance',
    csv(
      'Date,Description,Money Out,Money In,Balance',
      '28/11/2026,PS26-0000-0001,,418.95,1187.78',
      '27/11/2026,REFUND,231.17,,768.83',
    ),
    IN_AND_OUT,
  ],
];

/** Rows whose reference stands in a column, or a row, of another bank; the words that are read. */
describe('the words of an entry', () => {
  const latin = (...rows: string[]) => Buffer.from(csv(...rows), 'latin1');
  test.each<[string, string | Uint8Array, string]>([
    [
      'columns that nobody knows',
      csv(
        '"IBAN/BBAN","Datum","Bedrag","Naam tegenpartij","Code","Omschrijving-1","Omschrijving-2"',
        `"${IBAN}","2026-11-28","+418,95","Anna","cb","PS26-0000-","0001"`,
      ),
      'cb PS26-0000- 0001',
    ],
    [
      'a column that usually has less',
      csv('Fecha;Concepto;Importe;Observaciones', '28/11/2026;Transferencia;418,95;PS26-0000-0001'),
      'Transferencia PS26-0000-0001',
    ],
    [
      'other columns, if that of the words is empty',
      csv('Datum;Betrag;Communication;Détails', '28.11.2026;418,95;;VIREMENT PS26-0000-0001'),
      'VIREMENT PS26-0000-0001',
    ],
    [
      'columns beside a day of value that is called an amount elsewhere',
      csv('Fecha;Valor;Detalle;Cargo;Abono', '28/11/2026;28/11/2026;PS26-0000-0001;;418,95'),
      'PS26-0000-0001',
    ],
    [
      'rows below, with the single payments',
      csv(
        'Datum;Buchungstext;Belastung EUR;Gutschrift EUR;Zahlungszweck',
        '28.11.2026;Gutschriften (2);;418,95;',
        ';Anna;;;PS26-0000-0001',
        ';Bo;;;PS26-0000-0002',
        'Ende der Liste;;;;',
      ),
      'Gutschriften (2) Anna PS26-0000-0001 Bo PS26-0000-0002',
    ],
    [
      'headings in Polish letters of Windows',
      latin('#Data ksi\xeagowania;#Tytu\xb3;#Kwota', '2026-11-28;Op\xb3ata PS26-0000-0001;418,95'),
      'Opłata PS26-0000-0001',
    ],
    [
      'headings in Cyrillic letters of Windows',
      latin(
        '\xc4\xe0\xf2\xe0;\xd1\xf3\xec\xe0;X',
        '28.11.2026;418,95;\xc2\xe7\xed\xee\xf1 PS26-0000-0001',
      ),
      'Взнос PS26-0000-0001',
    ],
    [
      'headings in Greek letters of Windows',
      latin(
        '\xc7\xec\xe5\xf1\xef\xec\xe7\xed\xdf\xe1;\xd7\xf1\xdd\xf9\xf3\xe7;\xd0\xdf\xf3\xf4\xf9\xf3\xe7;X',
        '28/11/2026;;418,95;PS26-0000-0001',
      ),
      'PS26-0000-0001',
    ],
    [
      'headings in Hebrew letters of Windows',
      latin(
        '\xfa\xe0\xf8\xe9\xea,X,\xe7\xe5\xe1\xe4,\xe6\xeb\xe5\xfa',
        '28/11/2026,PS26-0000-0001,,418.95',
      ),
      'PS26-0000-0001',
    ],
    [
      'headings in Portuguese, with N°',
      latin('Data;Lan\xe7amento;N\xb0;Montante', '28/11/2026;Pix PS26-0000-0001;1;418,95'),
      'Pix PS26-0000-0001 1',
    ],
    [
      'headings in letters of Western Europe',
      latin(
        'Buchungstag;Betrag;Verwendungszweck',
        '28.11.2026;418,95;Geb\xfchr PS26-0000-0001 \x80',
      ),
      'Gebühr PS26-0000-0001 €',
    ],
    [
      'headings below lines with fewer of them',
      csv(
        '#Waluta;',
        'EUR;',
        '',
        '#Data operacji;#Kwota;#Opis',
        '2026-11-28;418,95;PS26-0000-0001',
      ),
      'PS26-0000-0001',
    ],
  ])('come from %s', (_, bytes, words) => {
    expect(amountsOf(bytes)).toMatchObject({ amounts: '+418.95', words });
  });

  test('are no own account, and neither is the account of the payer', () => {
    const text = csv('IBAN;Booked At;Text;Amount', `${IBAN};2026-11-28;PS26-0000-0001;418.95`);
    const { entries } = readStatement(Buffer.from(text), {
      iban: IBAN,
      currency: currencyOf('EUR'),
    });
    expect(entries).toMatchObject([{ account: IBAN, iban: undefined, words: 'PS26-0000-0001' }]);
  });
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
const GERMAN = ':61:2611281128C418,95NTRFNONREF\n:86:166?00GUTSCHRIFT?20SVWZ+PS26-0000-0001?32Anna';

BANKS.push(
  ['MT940', mt(LINES), IN_AND_OUT],
  ['MT940 with a blank before the kind', mt(LINES.replaceAll('NTRF', ' NTRF')), IN_AND_OUT],
  [
    'MT940 with blanks between all parts',
    mt(LINES.replaceAll('1128C', ' 1128 C ').replaceAll('1128D', ' 1128 D ')),
    IN_AND_OUT,
  ],
  [
    'MT940 with blanks for the day of the entry',
    mt(LINES.replaceAll('2611281128', '261128    ')),
    IN_AND_OUT,
  ],
  ['MT940 with February 30', mt(LINES.replaceAll('2611281128', '2602300301')), IN_AND_OUT],
  [
    'MT940 with the letter of the currency',
    mt(LINES.replace('C418', 'CR418').replace('D231', 'DR231')),
    IN_AND_OUT,
  ],
  [
    'MT940 with RC for a debit and RD for a credit',
    mt(LINES.replace('C418', 'RD418').replace('D231', 'RC231')),
    IN_AND_OUT,
  ],
  [
    'MT940 with RDR and RCR',
    mt(LINES.replace('C418', 'RDR418').replace('D231', 'RCR231')),
    IN_AND_OUT,
  ],
  ['MT940 without a kind', mt(LINES.replaceAll('NTRF', '')), IN_AND_OUT],
  [
    'MT940 with zeros before amounts',
    mt(LINES.replace('418', '000000000000418'), { out: 'C261128EUR000000001187,78' }),
    IN_AND_OUT,
  ],
  ['MT940 with a point', mt(LINES.replace('418,95', '418.95')), IN_AND_OUT],
  ['MT940 without :20:', mt(LINES, { head: '' }), IN_AND_OUT],
  ['MT940 behind an empty line', `\n\n${mt(LINES)}`, IN_AND_OUT],
  ['MT940 with carriage returns', mt(LINES).replaceAll('\n', '\r\n'), IN_AND_OUT],
  ['MT940 with carriage returns alone', mt(LINES).replaceAll('\n', '\r'), IN_AND_OUT],
  [
    'MT940 in an envelope',
    `{1:F01ZZZFDE99AXXX0000000000}{2:I940ZZZFDE99XXXXN}{4:\n${mt(LINES).replace('\n-\n', '\n-}{5:{CHK:1}}\n')}`,
    IN_AND_OUT,
  ],
  [
    'MT940 in an envelope on one line',
    `{1:F01ZZZFDE99AXXX0000000000}{2:I940ZZZFDE99XXXXN}{4:${mt(LINES).replace('\n-\n', '\n-}')}`,
    IN_AND_OUT,
  ],
  ['MT940 with lines “-” between', mt(LINES.replace(':86:A\n', ':86:A\n-\n')), IN_AND_OUT],
  ['MT940 with blanks in balances', mt(LINES, { out: 'C261128 EUR 1187,78' }), IN_AND_OUT],
  [
    'MT940 with a time of day at the begin of a line',
    mt(LINES.replace(':86:A', ':86:A 28-11-2026T16\n:26:37 B')),
    IN_AND_OUT,
  ],
  ['MT940 whose bank writes NO REF', mt(LINES.replaceAll('NONREF', 'NO REF//NOREF')), IN_AND_OUT],
  [
    'MT940 whose payer has sent francs',
    mt(LINES.replace('NONREF\n', 'NONREF\n/OCMT/CHF445,00/\n')),
    '+418.95 (445.00 CHF) -231.17',
  ],
  [
    'MT940 with the amount of the payer in its words',
    mt(GERMAN.replace('SVWZ+', 'OAMT+CHF445,00?21SVWZ+'), { out: 'C261128EUR1418,95' }),
    '+418.95 (445.00 CHF)',
  ],
  [
    'MT940 with another mark of parts',
    mt(GERMAN.replaceAll('?', '~'), { out: 'C261128EUR1418,95' }),
    '+418.95',
  ],
  [
    'MT940 with a month that is none',
    mt(LINES.replaceAll('2611281128C', '2613281128C')),
    /a day that is none \(“:61:2613281128C418,95NTRFNONREF”\): ask the bank for CAMT.053$/,
  ],
  [
    'MT940 with a line that is none',
    mt(LINES.replace('C418', 'X418')),
    /has an entry that cannot be read \(“:61:2611281128X418,95NTRFNONREF”\): ask the bank for CAMT.053$/,
  ],
  [
    'MT940 with another sum',
    mt(LINES, { out: 'C261128EUR1,00' }),
    /do not add up to its balances \(“:60F:C261127EUR1000,00” and “:62F:C261128EUR1,00”\)/,
  ],
  [
    'MT940 without its first balance',
    mt(LINES).replace(/:60F:.*\n/, ''),
    /before its first balance \(:60F:\), so nothing proves its entries: ask the bank for CAMT.053$/,
  ],
  [
    'MT940 without its last balance',
    mt(LINES).replace(/:62F:[^]*/, ''),
    /ends before its last balance \(:62F:\): the download may have been cut off/,
  ],
  [
    'MT942',
    `:20:A\n:25:99920001/12345678\n:28C:1\n:34F:EUR0,\n:13D:2611281200+0100\n${LINES}\n`,
    /is a report of the day \(MT942\)/,
  ],
);

/** CAMT.053 with these entries. */
const camt = (entries: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;
const ntry = (amount: string, side: string, more = '') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-28</Dt></BookgDt>${more}</Ntry>`;
const BOTH = ntry('418.95', 'CRDT') + ntry('231.17', 'DBIT');
const tx = (amount: string, more = '') => `<TxDtls><Amt Ccy="EUR">${amount}</Amt>${more}</TxDtls>`;

BANKS.push(
  ...['02', '04', '06', '08', '10', '12'].map((version): (typeof BANKS)[number] => [
    `CAMT.053 of version ${version}`,
    camt(BOTH, version),
    IN_AND_OUT,
  ]),
  [
    'CAMT.053 with zeros before amounts',
    camt(ntry('000000000000418.95', 'CRDT') + ntry('0231.170', 'DBIT')),
    IN_AND_OUT,
  ],
  ['CAMT.053 with a plus', camt(ntry('+418.95', 'CRDT') + ntry('+231.17', 'DBIT')), IN_AND_OUT],
  [
    'CAMT.053 with amounts without decimals',
    camt(ntry('418', 'CRDT') + ntry('.5', 'DBIT') + ntry('7.', 'CRDT')),
    '+418.00 -0.50 +7.00',
  ],
  ['CAMT.053 with five decimals', camt(ntry('418.95000', 'CRDT')), '+418.95'],
  [
    'CAMT.053 with a comma',
    camt(ntry('418,95', 'CRDT')),
    /without an amount that can be read \(“418,95”\): ask the bank for a correct CAMT.053/,
  ],
  [
    'CAMT.053 with a minus',
    camt(ntry('-418.95', 'CRDT')),
    /without an amount that can be read \(“-418.95”\)/,
  ],
  ['CAMT.053 without a side', camt(ntry('418.95', '')), /without a CdtDbtInd that can be read/],
  ['CAMT.053 behind an empty line', `\n \n${camt(BOTH)}`, IN_AND_OUT],
  ['CAMT.053 behind a mark of its encoding and a line', `\ufeff\r\n${camt(BOTH)}`, IN_AND_OUT],
  ['CAMT.053 behind a comment', `<!-- bank -->\n${camt(BOTH)}`, IN_AND_OUT],
  ['CAMT.053 without a declaration', camt(BOTH).replace(/^<\?.*?\?>/, ''), IN_AND_OUT],
  [
    'CAMT.053 with a prefix',
    camt(BOTH)
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')
      .replace('xmlns=', 'xmlns:n='),
    IN_AND_OUT,
  ],
  [
    'CAMT.053 with an entry that the bank takes back',
    camt(ntry('418.95', 'CRDT') + ntry('231.17', 'DBIT', '<RvslInd>1</RvslInd>')),
    IN_AND_OUT,
  ],
  [
    'CAMT.053 with a batch and its amounts',
    camt(ntry('30.00', 'CRDT', `<NtryDtls>${tx('10.00')}${tx('0020.00')}</NtryDtls>`)),
    '+10.00 +20.00',
  ],
  [
    'CAMT.053 with a batch and other amounts',
    camt(ntry('30.00', 'CRDT', `<NtryDtls>${tx('10.00')}${tx('19.00')}</NtryDtls>`)),
    '+30.00',
  ],
  [
    'CAMT.053 with an entry that waits',
    camt(ntry('418.95', 'CRDT') + ntry('1.00', 'CRDT').replace('BOOK', 'PDNG')),
    '+418.95',
  ],
  [
    'CAMT.053 with a state of the bank',
    camt(ntry('418.95', 'CRDT').replaceAll('Cd>', 'Prtry>')),
    '+418.95',
  ],
  [
    'CAMT.053 that was cut off',
    camt(BOTH).slice(0, -30),
    /is no complete XML: the download may have been cut off/,
  ],
  [
    'CAMT.053 with an ampersand',
    camt(BOTH.replace('</Ntry>', '<AddtlNtryInf>A & B</AddtlNtryInf></Ntry>')),
    /^is no correct XML/,
  ],
);

test.each(BANKS)('%s', (_, bytes, expected, options) => {
  const { amounts } = amountsOf(bytes, options);
  if (typeof expected === 'string') expect(amounts).toBe(expected);
  else expect(amounts).toMatch(expected);
});

test('a line that is wrapped keeps its words, and February 30 is the last day of the month', () => {
  const text = mt(
    LINES.replace(':86:A', ':86:A 28-11-2026T16\n:26:37 B').replace('2611281128', '260230'),
  );
  expect(amountsOf(text).words).toBe('A 28-11-2026T16 :26:37 B | B');
  const { entries } = readStatement(Buffer.from(text), { iban: IBAN, currency: currencyOf('EUR') });
  expect(entries[0]).toMatchObject({ bookedOn: '2026-02-28', valuedOn: '2026-02-28' });
});
