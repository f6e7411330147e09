import { isDay } from '#contract/content/calendar-days.ts';
import { findCurrency } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import {
  centsOf,
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
  let isOpen = false;
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
    if (tag === '25') account = given(value.split('\n')[0]);
    if (tag === '60F' || tag === '60M') {
      [, code = ''] = /^[CD]\d{6}([A-Z]{3})/.exec(value) ?? [];
      currency = findCurrency(code);
      isOpen = true;
      if (currency) balance = balanceIn(value, currency);
      else unknown.add(code || 'no currency');
    }
    if (tag === '62F' || tag === '62M') {
      // A payer's words that look like an entry would change the sum.
      if (!isOpen || (currency && balanceIn(value, currency) !== balance)) {
        throw new StatementRefused(
          `has entries that do not add up to its balances (“:${tag}:${value.slice(0, 30)}”): download it again, or as CAMT.053`,
        );
      }
      isOpen = false;
    }
    if (tag !== '61') continue;
    if (!isOpen)
      throw new StatementRefused(`has an entry before its first balance (:60F:)${AGAIN}`);
    line = lineIn(value);
  }
  if (isOpen) throw new StatementRefused(`ends before its last balance (:62F:)${AGAIN}`);
  const notes = [...unknown].map(
    (each) => `Entries in ${each} are left out: the site has no prices in this currency.`,
  );
  return { format: 'MT940', entries, notes };
}

const AGAIN = ': the download may have been cut off, download it again';

/** A balance such as C260201EUR1234,5; not a number if it cannot be read, which is no sum. */
function balanceIn(value: string, currency: Currency): number {
  const [, side, amount = ''] = /^([CD])\d{6}[A-Z]{3}([\d,]+)/.exec(value) ?? [];
  const cents = centsOf(amount.replace(',', '.'), currency) ?? NaN;
  return side === 'D' ? 0 - cents : cents;
}

type Field = { tag: string; value: string };

/** The fields of all messages; a line without a tag continues the field before it. */
function* fieldsIn(text: string): Generator<Field, void> {
  let field: Field | undefined;
  for (const line of linesOf(text)) {
    const [, tag, value = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined) {
      if (field) yield field;
      field = { tag, value };
    } else if (/^-\}?\s*$/.test(line) || line.startsWith('{')) {
      if (field) yield field;
      // The envelope of SWIFT may have the first field on its line.
      const [, own, begun = ''] = /\{4:\s*:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
      field = own === undefined ? undefined : { tag: own, value: begun };
    } else if (field) {
      field.value += `\n${line}`;
    }
  }
  if (field) yield field;
}

/** The lines one after the other, without an array of all of them. */
function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  while (from < text.length) {
    const found = text.indexOf('\n', from);
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
  about: string[];
};

/** Value day, day of the entry, C or D (RC: a credit is taken back), the currency's third letter, amount, kind. */
const LINE =
  /^(\d{6})(\d{4})?(R?)([CD])[A-Z]?(\d{1,12}(?:,\d*)?)([A-Z][A-Z0-9]{3})([^/\n]*(?:\/[^/\n]+)*)(?:\/\/([^\n]*))?/;

function lineIn(value: string): Line {
  const match = LINE.exec(value);
  if (!match) {
    throw new StatementRefused(
      `has an entry that cannot be read (“:61:${value.slice(0, 20)}”)${AGAIN}`,
    );
  }
  const [, valued = '', booked, reversal, side, amount = '', , customer, bank] = match;
  const valuedOn = `20${valued.slice(0, 2)}-${valued.slice(2, 4)}-${valued.slice(4)}`;
  const bookedOn = booked === undefined ? valuedOn : entryDay(valuedOn, booked);
  if (!isDay(valuedOn) || !isDay(bookedOn)) {
    throw new StatementRefused(`has an entry with a day that is none (“${valued}”)${AGAIN}`);
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
    throw new StatementRefused(`has an amount that cannot be read (“${amount}”)${AGAIN}`);
  }
  const about = aboutIn(line.about.join('\n'));
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
    endToEnd: about.endToEnd ?? (isWord ? undefined : customerReference),
    bankReference,
  };
}

type About = Pick<StatementEntry, 'name' | 'iban' | 'bic' | 'endToEnd' | 'words' | 'sentAs'>;

function aboutIn(value: string): About {
  if (/^\d{3}\?\d\d/.test(value)) return germanIn(value);
  const isSlashed = /(?:^|\/)(?:EREF|REMI|NAME|CNTP|ORDP|BENM|TRTP|IBAN)\//.test(joined(value));
  if (isSlashed) return slashedIn(joined(value));
  return {
    name: '',
    iban: undefined,
    bic: undefined,
    endToEnd: undefined,
    words: oneLine(value),
    sentAs: undefined,
  };
}

/** Banks break a field after 65 characters, also within a word. */
function joined(value: string): string {
  return value.replaceAll('\n', '');
}

/** The words of German banks begin with these marks, in older files with a colon instead of the plus. */
const MARKS =
  /(?:^|[\n ])(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)(?:\+|: ?)/g;
const MARK_FIRST =
  /^(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)[+:]/;

function germanIn(value: string): About {
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
  const account = given(parts.get('31')) ?? given(marked.get('IBAN'));
  return {
    name: oneLine([parts.get('32'), parts.get('33')].map((part) => part ?? '').join(' ')),
    iban: account?.replaceAll(' ', ''),
    bic: given(parts.get('30')) ?? given(marked.get('BIC')),
    endToEnd: given(marked.get('EREF')) ?? given(marked.get('KREF')),
    words:
      oneLine(`${words.slice(0, marks[0]?.index)} ${marked.get('SVWZ') ?? ''}`) ||
      oneLine(parts.get('00') ?? ''),
    sentAs: undefined,
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
  const sent = /^([A-Z]{3})(\d+(?:,\d*)?)/.exec(parts.get('OCMT') ?? '');
  return {
    name: oneLine(parts.get('NAME') ?? name ?? ''),
    iban: given(parts.get('IBAN') ?? iban),
    bic: given(parts.get('BIC') ?? bic),
    endToEnd: given(parts.get('EREF')),
    words: oneLine((parts.get('REMI') ?? '').replace(/^USTD\/\/|^STRD\/(?:CUR|ISO)?\/?/, '')),
    sentAs: sent ? `${sent[2]?.replace(',', '.')} ${sent[1]}` : undefined,
  };
}
