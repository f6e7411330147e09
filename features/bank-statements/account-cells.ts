import { countrySpecs, isValidIBAN } from 'ibantools';
import { folded } from '#server/files/sheet-table.ts';
import { compact } from '#contract/content/bank-account.ts';
import { given } from './statement.ts';

/** The beginnings of an IBAN, and of the 26 digits that banks of Poland write. */
const BEGIN = /(?<![A-Z\d])(?:[A-Z]{2}\d{2}|\d{2}(?= ?\d{4}))/g;

/** The IBANs within a text. Their check digits may be wrong: such an account is another one than that of the conference. */
export function ibansIn(text: string): string[] {
  const line = text.toUpperCase();
  return [...line.matchAll(BEGIN)].flatMap(({ 0: begin, index }) => {
    const [word = ''] = /^[A-Z\d]+/.exec(line.slice(index)) ?? [];
    const bare = line.slice(index).replaceAll(/[ -]/g, '');
    const { chars, bban_regexp: form } = countrySpecs[begin.slice(0, 2)] ?? {};
    const iban = begin.length === 2 ? `PL${bare.slice(0, 26)}` : bare.slice(0, chars ?? 0);
    if (begin.length === 2) return isValidIBAN(iban) ? [iban] : [];
    const isIban = iban.length === chars && new RegExp(form ?? '^$').test(iban.slice(4));
    return isIban && word.length <= chars ? [iban] : [];
  });
}

/** The IBAN that a cell has and nothing else, but for a currency. */
function ibanOf(cell: string): string | undefined {
  const [iban] = cell.length < 60 ? ibansIn(cell) : [];
  return iban !== undefined && compact(cell).length <= iban.length + 3 ? iban : undefined;
}

/** The IBAN of a cell, or the number; some banks write it between apostrophes, so that no program calculates with it. */
export function accountOf(cell: string): string | undefined {
  return ibanOf(cell) ?? given(cell.replaceAll(/[' ]/g, ''));
}

type Look = {
  rows: readonly { cells: readonly string[] }[];
  /** The columns without a meaning. */
  others: readonly number[];
  /** The column with the other side's account, as far as it is known. */
  iban: { at: number; heading: string; isNamed: boolean } | undefined;
  namesAt: readonly number[];
  /** The IBAN of the conference. */
  own: string;
};

/**
 * The column that has the account of the file in each row, told by its cells and not by its heading. A column with one
 * IBAN in all rows may also be that of the only payer: it is then taken for the account of the file, too, and a person
 * has to decide.
 */
export function ownAccountAt({ rows, others, iban, namesAt, own }: Look): number | undefined {
  const accountsAt = (at: number): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const { cells } of rows) {
      const account = ibanOf(cells[at] ?? '');
      if (account === undefined) return new Set();
      found.add(account);
    }
    return found;
  };
  const candidates = [...others, ...(iban && !iban.isNamed ? [iban.at] : [])].map((at) => ({
    at,
    accounts: accountsAt(at),
  }));
  const isOne = ({ accounts }: (typeof candidates)[number]) => accounts.size === 1;
  const ours = candidates.find((each) => isOne(each) && each.accounts.has(own));
  if (ours) return ours.at;
  const names = new Set(rows.map(({ cells }) => namesAt.map((at) => cells[at] ?? '').join(' ')));
  return candidates.find((each) => {
    if (each.at === iban?.at) {
      const isOnePayer = namesAt.length > 0 && names.size === 1;
      return isOne(each) && rows.length > 1 && !isOnePayer && isAnybodys(iban.heading);
    }
    if (isOne(each)) return rows.length > 1 || iban !== undefined;
    // A file of several accounts has that of the conference in some of its rows.
    return (
      each.accounts.has(own) &&
      iban !== undefined &&
      rows.every(({ cells }) => ibanOf(cells[iban.at] ?? '') !== own)
    );
  })?.at;
}

/** Whether a heading does not say whose account the column has. */
function isAnybodys(heading: string): boolean {
  return ['iban', 'kontonummer'].includes(folded(heading));
}
