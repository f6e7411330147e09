import { isValidIBAN } from 'ibantools';
import { compact } from '#contract/content/bank-account.ts';
import { isDay } from '#contract/content/calendar-days.ts';
import { findCurrency } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import {
  centsOf,
  dayOrLast,
  given,
  MOST_ENTRIES,
  oneLine,
  type Statement,
  type StatementEntry,
  StatementRefused,
  TOO_MANY,
} from './statement.ts';

/**
 * Reads MT940 (SWIFT), as German banks write it (`?20` to `?33` in :86:), with words between slashes as Dutch banks
 * write it (`/EREF/…/REMI/…`), or with free text. Several pages and several statements of one file are read as one.
 */
export function readMt940(text: string): Statement {
  const entries: StatementEntry[] = [];
  const unknown = new Set<string>();
  let account: string | undefined;
  let currency: Currency | undefined;
  let code = '';
  let line: Line | undefined;
  let opening: string | undefined;
  /** The last balance, and the entries behind it. */
  let balance = 0;
  const end = () => {
    if (line && currency) {
      const entry = entryOf(line, { account, currency });
      balance += entry.amountCents;
      entries.push(entry);
    }
    line = undefined;
    if (entries.length > MOST_ENTRIES) {
      throw new StatementRefused(TOO_MANY);
    }
  };
  for (const { tag, value } of fieldsIn(text)) {
    if (tag === '86') {
      // A second :86: of one entry goes on; behind the last balance the field is about the statement.
      if (line) line.about.push(value);
      continue;
    }
    end();
    if (tag === '25' || tag === '25P') account = given(value.split('\n')[0]);
    if (tag === '34F') {
      throw new StatementRefused(
        'is a report of the day (MT942), which is not final: ask the bank for the statement as CAMT.053 or MT940',
      );
    }
    if (tag === '60F' || tag === '60M') {
      [, , code = ''] = BALANCE.exec(value) ?? [];
      currency = findCurrency(code);
      opening = `:${tag}:${oneLine(value).slice(0, 30)}`;
      if (currency) balance = balanceIn(value, currency);
      else unknown.add(code || 'no currency');
    }
    if (tag === '62F' || tag === '62M') {
      checkClosing({ tag, value }, opening, currency && { currency, balance });
      opening = undefined;
    }
    if (tag !== '61') continue;
    if (opening === undefined) throw unproved();
    line = lineIn(value);
  }
  if (opening !== undefined) {
    throw new StatementRefused(
      'ends before its last balance (:62F:): the download may have been cut off, download it again',
    );
  }
  const notes = [...unknown].map(
    (each) => `Entries in ${each} are left out: the site has no prices in this currency.`,
  );
  return { format: 'MT940', entries, notes };
}

type Field = { tag: string; value: string };

/** Refuses a closing balance without an opening one, or another than the entries in between have made of that one. */
function checkClosing(
  { tag, value }: Field,
  opening: string | undefined,
  sum: { currency: Currency; balance: number } | undefined,
): void {
  const closing = `:${tag}:${oneLine(value).slice(0, 30)}`;
  if (opening === undefined) {
    throw new StatementRefused(
      `has entries that do not add up to its balances: “${closing}” has no opening balance (:60F:)${OTHERWISE}`,
    );
  }
  // A payer's words that look like an entry would change the sum.
  if (sum && balanceIn(value, sum.currency) !== sum.balance) {
    throw new StatementRefused(
      `has entries that do not add up to its balances (“${opening}” and “${closing}”), so nothing of it is booked${OTHERWISE}`,
    );
  }
}

function unproved(): StatementRefused {
  return new StatementRefused(
    `has an entry before its first balance (:60F:), so nothing proves its entries${OTHERWISE}`,
  );
}

const OTHERWISE = ': ask the bank for CAMT.053';

/** A balance such as C260201EUR1234,5; some banks write blanks between its parts. */
const BALANCE = /^([CD]) ?\d{6} ?([A-Z]{3}) ?(\d+(?:[.,]\d*)?)/;

/** The cents of a balance; not a number if it cannot be read, which is no sum. */
function balanceIn(value: string, currency: Currency): number {
  const [, side, , amount = ''] = BALANCE.exec(value) ?? [];
  const cents = centsOf(amount.replace(',', '.'), currency) ?? NaN;
  return side === 'D' ? 0 - cents : cents;
}

/** The tags of a statement; another text between colons, such as a time of day, is a part of the words. */
const TAG = /^:(13D?|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]):(.*)$/;

/** The fields of all messages; a line without a tag continues the field before it. */
function* fieldsIn(text: string): Generator<Field, void> {
  let field: Field | undefined;
  for (const line of linesOf(text)) {
    const [, tag, value = ''] = TAG.exec(line) ?? [];
    if (tag !== undefined) {
      if (field) yield field;
      field = { tag, value };
    } else if (/^-(?:\s*$|\})/.test(line) || line.startsWith('{')) {
      if (field) yield field;
      // The envelope of SWIFT may have the first field on its line.
      const [, own, begun = ''] = TAG.exec(/\{4:\s*(:.*)$/.exec(line)?.[1] ?? '') ?? [];
      field = own === undefined ? undefined : { tag: own, value: begun };
    } else if (field) {
      field.value += `\n${line}`;
    }
  }
  if (field) yield field;
}

/** The lines one after the other, without an array of all of them. */
function* linesOf(text: string): Generator<string, void> {
  // Files of old programs end their lines with a carriage return alone.
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  let from = 0;
  while (from < text.length) {
    const found = text.indexOf(lineEnd, from);
    const until = found === -1 ? text.length : found;
    yield text.slice(from, until).replace(/\r$/, '');
    from = until + 1;
  }
}

type Line = {
  valuedOn: string;
  bookedOn: string;
  sign: 1 | -1;
  isReversal: boolean;
  amount: string;
  customerReference: string | undefined;
  bankReference: string | undefined;
  /** The amount in the currency of the payer. */
  sent: Sent | undefined;
  /** The account of the other side, which Dutch banks write on a line of its own. */
  iban: string | undefined;
  about: string[];
};

type Sent = { code: string; amount: string };

/**
 * Value day, day of the entry, C or D (RC: a credit is taken back), the currency's third letter, amount, kind, references.
 * Some banks write blanks between the parts, a kind of three letters, or none.
 */
const LINE =
  /^(\d{6}) *(\d{4})? *(R?)([CD])[A-Z]? *(\d+(?:[.,]\d*)?) *((?!NONREF)[A-Z][A-Z0-9]{2}[A-Z0-9 ])?([^/\n]*(?:\/[^/\n]+)*)(?:\/\/([^\n]*))?/;

function lineIn(value: string): Line {
  const match = LINE.exec(value);
  if (!match) {
    throw new StatementRefused(
      `has an entry that cannot be read (“:61:${oneLine(value).slice(0, 30)}”)${OTHERWISE}`,
    );
  }
  const [, valued = '', booked, reversal, side, amount = '', , customer, bank] = match;
  const valuedOn = dayOrLast(`20${valued.slice(0, 2)}-${valued.slice(2, 4)}-${valued.slice(4)}`);
  const bookedOn = booked === undefined ? valuedOn : entryDay(valuedOn, booked);
  if (!isDay(valuedOn) || !isDay(bookedOn)) {
    throw new StatementRefused(
      `has an entry with a day that is none (“:61:${oneLine(value).slice(0, 30)}”)${OTHERWISE}`,
    );
  }
  // RC takes a credit back, so it is a debit.
  const isReversal = reversal === 'R';
  return {
    valuedOn,
    bookedOn,
    sign: (side === 'C') === isReversal ? -1 : 1,
    isReversal,
    amount: amount.replace(',', '.'),
    customerReference: given(customer),
    bankReference: given(bank),
    sent: sentIn(/\/OCMT\/([^/]*)/.exec(value)?.[1]),
    iban: value
      .split('\n')
      .slice(1)
      .map(compact)
      .find((each) => isValidIBAN(each)),
    about: [],
  };
}

/** The entry has a day without a year: in the turn of the year it is of the year that is nearer to the value day. */
function entryDay(valuedOn: string, booked: string): string {
  const year = Number(valuedOn.slice(0, 4));
  const inYear = (which: number) => `${which}-${booked.slice(0, 2)}-${booked.slice(2)}`;
  const distance = (day: string) =>
    isDay(day) ? Math.abs(Date.parse(day) - Date.parse(valuedOn)) : Infinity;
  const [nearest = inYear(year)] = [year, year + 1, year - 1]
    .map(inYear)
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest;
}

function entryOf(
  line: Line,
  { account, currency }: { account: string | undefined; currency: Currency },
): StatementEntry {
  const { sign, amount, bookedOn, valuedOn, isReversal, customerReference, bankReference } = line;
  const cents = centsOf(amount, currency);
  if (cents === undefined) {
    throw new StatementRefused(
      `has an entry with the amount “${amount}”, which is none in ${currency.code}${OTHERWISE}`,
    );
  }
  const { sent = line.sent, ...about } = aboutIn(line.about.join('\n'), account);
  // Banks write a word here if the reference is in :86:.
  const isWord = /^(?:KREF\+?|EREF\+?|MREF\+?|MARF|PREF)$/.test(customerReference ?? '');
  return {
    account,
    bookedOn,
    valuedOn,
    amountCents: sign * cents,
    currency,
    isReversal,
    ...about,
    iban: about.iban ?? line.iban,
    endToEnd: about.endToEnd ?? (isWord ? undefined : customerReference),
    bankReference,
    sentAs:
      sent && sent.code !== currency.code
        ? `${sent.amount.replace(',', '.')} ${sent.code}`
        : undefined,
  };
}

type About = Pick<StatementEntry, 'name' | 'iban' | 'bic' | 'endToEnd' | 'words'> & {
  sent?: Sent | undefined;
};

function aboutIn(value: string, own: string | undefined): About {
  const [, mark] = /^\s*\d{0,3}\s?([?~^<>&@])\d\d/.exec(value) ?? [];
  if (mark !== undefined) return germanIn(value.replaceAll(mark, '?'), own);
  const isSlashed = /(?:^|\/)(?:EREF|REMI|NAME|CNTP|ORDP|BENM|TRTP|IBAN)\//.test(joined(value));
  if (isSlashed) return slashedIn(joined(value));
  const words = oneLine(value);
  const [, written = '', bic, name = ''] = FREE.flatMap((form) => form.exec(words) ?? []);
  const iban = compact(written);
  const isNamed = isValidIBAN(iban);
  return {
    name: isNamed ? name : '',
    iban: isNamed ? iban : undefined,
    bic: isNamed ? bic : undefined,
    endToEnd: undefined,
    words,
  };
}

/** The account and the name that Dutch banks write into free text: one before the words of the payer, one behind them. */
const FREE = [
  /^SEPA [A-Z ]+?IBAN: ?(\w+) BIC: ?(\w+) NAAM: ?(.*?)(?= [A-Z]+: |$)/,
  /(?:^|.* )REK: ?(\w+)()\/NAAM: ?(.*)$/,
];

/** Banks break a field after 65 characters, also within a word. */
function joined(value: string): string {
  return value.replaceAll('\n', '');
}

/** The words of German banks begin with these marks, in older files with a colon instead of the plus. */
const MARKS =
  /(?:^|[\n ])(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)(?:\+|: ?)/g;
const MARK_FIRST =
  /^(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)[+:]/;

function germanIn(value: string, own = ''): About {
  const parts = new Map<string, string>();
  for (const [, number = '', text = ''] of joined(value).matchAll(
    /\?(\d\d)([^?]*(?:\?(?!\d\d)[^?]*)*)/g,
  )) {
    parts.set(number, (parts.get(number) ?? '') + text);
  }
  const words = [...parts]
    .filter(([number]) => /^(?:2\d|6[0-3])$/.test(number))
    .toSorted(([one], [other]) => Number(one) - Number(other))
    // Banks cut after 27 characters, and leave out a blank at the end of a part.
    .map(([, text]) => `${MARK_FIRST.test(text) ? '\n' : ''}${text}${text.length < 27 ? ' ' : ''}`)
    .join('');
  const marks = [...words.matchAll(MARKS)];
  const marked = new Map(
    marks.map((match, at) => [
      match[1],
      words.slice(match.index + match[0].length, marks[at + 1]?.index),
    ]),
  );
  const written = given(parts.get('31')) ?? given(marked.get('IBAN'));
  // One Dutch bank has the own account there, and BIC and account of the other side before the words.
  const isOwn = written !== undefined && own.endsWith(written);
  const account =
    [parts.get('38'), ...(isOwn ? [parts.get('21')] : [])]
      .map((part) => compact(part ?? ''))
      .find((part) => isValidIBAN(part)) ?? (isOwn ? undefined : written);
  return {
    name: oneLine([parts.get('32'), parts.get('33')].map((part) => part ?? '').join(' ')),
    iban: account?.replaceAll(' ', ''),
    bic: given(parts.get('30')) ?? given(marked.get('BIC')),
    endToEnd: given(marked.get('EREF')) ?? given(marked.get('KREF')),
    words:
      oneLine(`${words.slice(0, marks[0]?.index)} ${marked.get('SVWZ') ?? ''}`) ||
      oneLine(parts.get('00') ?? ''),
    sent: sentIn(marked.get('OAMT')),
  };
}

const WORD =
  /\/(EREF|PREF|MARF|CSID|CNTP|REMI|PURP|ULTC|ULTD|TRCD|TRTP|BENM|ORDP|NAME|IBAN|BIC|ISDT|RTRN|ADDR|OCMT|EXCH|CHGS|ID|SWOD|SWOC)\//g;

function slashedIn(value: string): About {
  const parts = new Map<string, string>();
  const found = [...value.matchAll(WORD)];
  for (const [at, match] of found.entries()) {
    const from = match.index + match[0].length;
    const text = value.slice(from, found[at + 1]?.index).replace(/\/+$/, '');
    const [, word = ''] = match;
    if (!parts.has(word) || parts.get(word) === '') parts.set(word, text);
  }
  // ING has account, BIC, name and town of the other side in one word.
  const [iban, bic, name] = (parts.get('CNTP') ?? '').split('/');
  return {
    name: oneLine(parts.get('NAME') ?? name ?? ''),
    iban: given(parts.get('IBAN') ?? iban),
    bic: given(parts.get('BIC') ?? bic),
    endToEnd: given(parts.get('EREF')),
    words: oneLine((parts.get('REMI') ?? '').replace(/^USTD\/\/|^STRD\/(?:CUR|ISO)?\/?/, '')),
    sent: sentIn(parts.get('OCMT')),
  };
}

/** The amount in the currency of the payer: "USD430,00". */
function sentIn(text: string | undefined): Sent | undefined {
  const [, code, amount] = /^\s*([A-Z]{3}) ?(\d+(?:[.,]\d*)?)/.exec(text ?? '') ?? [];
  return code === undefined || amount === undefined ? undefined : { code, amount };
}
