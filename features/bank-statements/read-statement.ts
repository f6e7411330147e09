import { isValidIBAN } from 'ibantools';
import { compact } from '#contract/content/bank-account.ts';
import { textIn } from '#server/content/text-file.ts';
import { readCamt } from './camt.ts';
import type { CsvColumns } from './csv-columns.ts';
import { knownHeadings } from './csv-table.ts';
import { type CsvStatement, type Expected, readCsvStatement } from './csv-statement.ts';
import { readMt940 } from './mt940.ts';
import {
  MOST_BYTES,
  MOST_ENTRIES,
  type Statement,
  type StatementEntry,
  StatementRefused,
  TOO_LARGE,
  TOO_MANY,
} from './statement.ts';
import type { StatementFile } from './statement-files.ts';

/** Reads the bytes of a bank statement in any known format. Throws StatementRefused. */
export function readStatement(bytes: Uint8Array, expected: Expected): Statement | CsvStatement {
  return ofAccount(readFile(bytes, expected), expected);
}

/** Reads the files of an archive as one statement. Throws StatementRefused. */
export function readStatements(
  files: readonly StatementFile[],
  expected: Expected,
): Statement | CsvStatement {
  const [first] = files;
  if (first && files.length === 1 && first.name === undefined) {
    return readStatement(first.bytes, expected);
  }
  const read = files.map(({ name, bytes }) => {
    try {
      return readFile(bytes, expected);
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error;
      throw new StatementRefused(`has “${name}” in it, which ${error.message}`);
    }
  });
  const [format = 'CSV', ...others] = new Set(read.map((each) => each.format));
  if (format === 'CSV' || others.length > 0) {
    throw new StatementRefused(
      `has ${[format, ...others].join(' and ')} files in it: unpack it, and book the files that you need one by one`,
    );
  }
  const entries = read.flatMap((each, part) => each.entries.map((entry) => ({ ...entry, part })));
  if (entries.length > MOST_ENTRIES) throw new StatementRefused(TOO_MANY);
  const notes = [
    `Files in the archive: ${files.length}.`,
    ...new Set(read.flatMap((each) => each.notes)),
  ];
  return ofAccount({ format, entries, notes }, expected);
}

function readFile(
  bytes: Uint8Array,
  { iban, currency, known = () => undefined }: Expected,
): Statement | CsvStatement {
  if (bytes.length > MOST_BYTES) throw new StatementRefused(TOO_LARGE);
  const text = decoded(bytes).trimStart();
  const start = text.slice(0, 2000);
  if (/^<(?:\?xml|!DOCTYPE|!--|[A-Za-z])/i.test(start)) return readCamt(text);
  return /(?:^|[\r\n])\s*(?::(?:20|25P?|28C?|60[FM]|61):|\{1:F01)/.test(start)
    ? readMt940(text)
    : readCsvStatement(inCodePage(bytes, text, known), { iban, currency, known });
}

/** The entries of the conference's account. */
function ofAccount(
  statement: Statement | CsvStatement,
  { iban }: Pick<Expected, 'iban'>,
): Statement | CsvStatement {
  if (statement.entries.length === 0) {
    const notes = statement.notes.map((note) => ` ${note}`).join('');
    throw new StatementRefused(
      `has no booked entries: choose a longer range of days at the bank.${notes}`.replace(
        /\.$/,
        '',
      ),
    );
  }
  // Some banks have the own account in each row below a heading such as “IBAN”.
  for (const entry of statement.entries) {
    if (entry.account !== undefined || entry.iban === undefined) continue;
    if (isAccount(entry.iban, iban)) Object.assign(entry, { account: iban, iban: undefined });
  }
  const isUnnamed = statement.entries.some(({ account }) => account === undefined);
  const isOwn = ({ account }: StatementEntry) => account === undefined || isAccount(account, iban);
  const own = statement.entries.filter(isOwn);
  const others = new Set(
    statement.entries.filter((entry) => !isOwn(entry)).map(({ account }) => account),
  );
  if (others.size > 0) {
    // If a file has several accounts, each statement has to say whose it is.
    if (statement.format === 'CSV' || own.length === 0 || isUnnamed) {
      const doubt = 'accountDoubt' in statement ? statement.accountDoubt : '';
      throw new StatementRefused(
        `is of the account ${[...others][0]}, and the conference has ${iban}: download the statement of that account${doubt}`,
      );
    }
    const left = statement.entries.length - own.length;
    const names = [...others].slice(0, 3).join(', ') + (others.size > 3 ? ' …' : '');
    const note = `Entries of other accounts, which are left out: ${left} (${names}).`;
    return { ...statement, entries: own, notes: [...statement.notes, note] };
  }
  const unnamed =
    'The file does not name its account: make sure that it is the account of the conference.';
  return isUnnamed ? { ...statement, notes: [...statement.notes, unnamed] } : statement;
}

/**
 * Whether both are one account. MT940 may have a bank code and a number, an IBAN with a currency behind it, or a number
 * behind the name or the BIC of the bank.
 */
function isAccount(account: string, iban: string): boolean {
  const own = compact(iban);
  const bare = compact(account).replaceAll('.', '');
  const withoutCurrency = bare.replace(/[A-Z]{3}$/, '');
  if (withoutCurrency === '') return false;
  if ([bare, withoutCurrency].includes(own)) return true;
  const [bank = '', number] = withoutCurrency.split('/');
  if (number === undefined) return !isValidIBAN(withoutCurrency) && own.endsWith(withoutCurrency);
  if (number === own) return true;
  if (/^[A-Z]/.test(bank)) return /^\d{7,}$/.test(number) && own.endsWith(number);
  return own.slice(4) === bank + number.padStart(10, '0');
}

/** Files of other kinds, by their first bytes. */
const OTHERS: readonly (readonly [bytes: string, words: string])[] = [
  ['25504446', 'is a PDF: download the statement as CAMT.053, MT940 or CSV'],
  ['504b0304', 'is an Excel file or a damaged ZIP archive: save it as CSV, or download it again'],
  ['d0cf11e0', 'is an old Excel file: save it as CSV'],
  ['1f8b', 'is packed: unpack it'],
];

function decoded(bytes: Uint8Array): string {
  const begin = Buffer.from(bytes.subarray(0, 64 * 1024));
  if (begin.toString('latin1').trim() === '') throw new StatementRefused('is empty');
  const other = OTHERS.find(([known]) => begin.toString('hex').startsWith(known));
  if (other) throw new StatementRefused(other[1]);
  const [, declared] =
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(begin.toString('latin1')) ?? [];
  const isHtml = /^\s*<(?:!doctype )?html/i.test(begin.toString('latin1'));
  if (isHtml) {
    throw new StatementRefused(
      'is a web page: sign in to the bank again, and download the statement as CAMT.053',
    );
  }
  const isXml = begin.toString('latin1').trimStart().startsWith('<');
  // XML without a word about its encoding is UTF-8.
  const text =
    declared === undefined && !isXml ? undeclared(bytes) : inEncoding(bytes, declared ?? 'UTF-8');
  if (text.includes('\0')) throw new StatementRefused('is damaged: download it again');
  return text;
}

/** UTF-8, UTF-16 with its mark, or else the encoding of Western Europe, in which every byte is a character. */
function undeclared(bytes: Uint8Array): string {
  return textIn(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** The encodings of banks that write neither UTF-8 nor that of Western Europe. */
const CODE_PAGES = [1250, 1251, 1253, 1254, 1255, 1257].map((page) => `windows-${page}`);

/** Those of Arabic, Thai, Japanese, Chinese and Korean. */
const EASTERN = ['windows-1256', 'windows-874', 'shift_jis', 'gbk', 'euc-kr'];

/** A sign within a word, as in “Tytu³” for “Tytuł”. */
const ODD = /\p{L}[£¥¹³¿¾¼¯]|[£¥¹³¿¾¼¯]\p{L}/gu;

/** The text of a CSV file in the encoding in which most of its headings are known, and words have only letters. */
function inCodePage(
  bytes: Uint8Array,
  text: string,
  known: (heads: string) => CsvColumns | undefined,
): string {
  if (textIn(bytes) !== undefined) return text;
  const begin = bytes.subarray(0, 16 * 1024);
  const [page] = ['windows-1252', ...CODE_PAGES, ...EASTERN]
    .map((encoding) => new TextDecoder(encoding))
    .map((decoder) => {
      const tried = decoder.decode(begin);
      return { decoder, count: knownHeadings(tried, known), odd: tried.match(ODD)?.length ?? 0 };
    })
    .toSorted((one, other) => other.count - one.count || one.odd - other.odd);
  return page ? page.decoder.decode(bytes) : text;
}

function inEncoding(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new StatementRefused(
      `is not in the encoding that it names (${encoding}): download it again, and do not open it in another program before`,
    );
  }
}
