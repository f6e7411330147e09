import { isValidBIC } from 'ibantools';
import { folded } from '#server/files/sheet-table.ts';

/** Money that comes in, or goes out. */
export type Side = 1 | -1;

/** The words of banks for money that goes out and for money that comes in. */
const PAIRS =
  `S/H Soll/Haben Lastschrift/Gutschrift Belastung/Gutschrift Abbuchung/Gutschrift Ausgang/Eingang
  Ausgabe/Einnahme Ausgaben/Einnahmen Auszahlung/Einzahlung Zahlungsausgang/Zahlungseingang
  D/C DR/CR DB/CR DT/CT DEB/CRE DBT/CRT DBIT/CRDT Debit/Credit Debited/Credited Debits/Credits W/D
  Withdrawal/Deposit Withdrawals/Deposits Out/In Outgoing/Incoming Outflow/Inflow MoneyOut/MoneyIn PaidOut/PaidIn
  Expense/Income Sent/Received D/K Debet/Credit Debet/Kredit Debit/Kredit Deebet/Kreedit Debet/Creditering Af/Bij
  Ut/In Ut/Inn Ud/Ind Uttag/Insättning Uttak/Innskudd Otto/Pano Débit/Crédit Sortie/Entrée D/H Debe/Haber
  Cargo/Abono Cargos/Abonos Débito/Crédito Addebito/Accredito Dare/Avere D/A Uscita/Entrata Wn/Ma
  Obciążenie/Uznanie Wydatek/Wpływ Výdaj/Příjem Odchozí/Příchozí Terhelés/Jóváírás Borç/Alacak B/A
  T/J MD/D B/D D/P Duguje/Potražuje Breme/Dobro VBreme/VDobro
  Χρέωση/Πίστωση Χ/Π Дебет/Кредит Дт/Кт Списание/Зачисление 借/贷 支出/收入 Minus/Plus`
    .trim()
    .split(/\s+/)
    .map((pair) => pairOf(pair));

/** The words of "S/H", first the one for money that goes out. */
export function pairOf(words: string): readonly [string, string] {
  const [out = '', into = ''] = words.split('/').map(wordOf);
  return [out, into];
}

/** A word without accents, stops and capitals. A plus and a minus are words, too. */
export function wordOf(text: string): string {
  const sign = text.normalize('NFKC').trim().replaceAll(/[−–]/g, '-');
  if (sign === '+' || sign === '-') return sign;
  return folded(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));
}

/**
 * The side of each of these words, which are all words of one column; undefined if one of them is no such word, or has
 * two meanings: D is a debit beside C, and a deposit beside W.
 */
export function sidesOf(words: ReadonlySet<string>): Map<string, Side> | undefined {
  const sides = new Map<string, Side>([
    ['-', -1],
    ['+', 1],
  ]);
  for (const word of words) {
    if (sides.has(word)) continue;
    const having = PAIRS.filter((pair) => pair.includes(word));
    const beside = having.filter((pair) => pair.every((each) => words.has(each)));
    const found = new Set((beside.length > 0 ? beside : having).map((pair) => sideIn(pair, word)));
    const [side] = found;
    if (side === undefined || found.size > 1) return undefined;
    sides.set(word, side);
  }
  return sides;
}

export function sideIn([out, into]: readonly [string, string], word: string): Side | undefined {
  return word === out ? -1 : word === into ? 1 : undefined;
}

/** A column that no role has, with the words of its cells in the booked rows. */
export type OtherColumn = {
  at: number;
  heading: string;
  /** Some words in the spelling that came first; more than 100 are not kept. */
  words: ReadonlyMap<string, string>;
  /** Whether no row is empty here. */
  isFull: boolean;
};

export type Direction = {
  at: number;
  heading: string;
  sides: ReadonlyMap<string, Side>;
  /** The words as --columns names them; undefined if the file has one of them only. */
  outAndIn: string | undefined;
  /** Whether it decides against the signs of amounts, so that a contradiction is refused. */
  isStrict: boolean;
};

/** The column that says which amounts go out. The nearest one to the amounts counts. */
export function findDirection(
  columns: readonly OtherColumn[],
  { amountAt, balanceAt }: { amountAt: number; balanceAt: number | undefined },
): Direction | undefined {
  return columns
    .filter(({ at }) => balanceAt === undefined || at !== balanceAt + 1 || at === amountAt + 1)
    .toSorted((one, other) => distance(one, amountAt) - distance(other, amountAt))
    .flatMap((column) => directionOf(column) ?? [])[0];
}

/** The column as one of directions, if all of its words are known. */
export function directionOf({ at, heading, words }: OtherColumn): Direction | undefined {
  if (words.size === 0) return undefined;
  const sides = sidesOf(new Set(words.keys()));
  if (!sides) return undefined;
  const written = (side: Side) => [...words].find(([word]) => sides.get(word) === side)?.[1];
  const [out, into] = [written(-1), written(1)];
  return {
    at,
    heading,
    sides,
    outAndIn: out === undefined || into === undefined ? undefined : `${out}/${into}`,
    isStrict: [...words.keys()].every((word) => word.length <= LONGEST_CODE),
  };
}

const LONGEST_CODE = 4;

/** One word, a figure or a sign. */
const CODE = /^(?:\p{L}[\p{L}.-]{0,30}|\d{1,2}|[+-])$/u;

/** Words of a booking that goes out, and of one that comes back. */
const OUT =
  /ausgang|belastung|lastschrift|abbuchung|auszahlung|outgoing|withdrawal|debit(?! card)|afschrijving|addebito|prélèvement/i;
const BACK = /rück|retour|return|storno|revers|erstattung|refund/i;

/** A column behind the amounts is nearer than one before them. */
function distance({ at }: OtherColumn, amountAt: number): number {
  return at > amountAt ? at - amountAt : amountAt - at + 0.5;
}

/** The column that may say which amounts go out, of a file without a sign, in words that nobody knows. */
export function doubtfulColumn(
  columns: readonly OtherColumn[],
  amountAt: number,
): OtherColumn | undefined {
  return columns.find((column) => {
    const cells = [...column.words.values()];
    const isBeside = column.isFull && Math.abs(column.at - amountAt) <= 2;
    const isCoded =
      cells.every((cell) => CODE.test(cell) && !isValidBIC(cell)) &&
      (cells.length === 2 || (cells.length === 1 && /^\p{L}{1,2}$/u.test(cells[0] ?? '')));
    const hasOut = cells.some((cell) => OUT.test(cell) && !BACK.test(cell) && cell.length <= 40);
    return (isBeside && isCoded) || hasOut;
  });
}
