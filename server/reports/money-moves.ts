import type { Currency } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import type { Paging } from './pages.ts';

/** Money that went from one account of the conference to another, of which no document tells. */
export type MoneyMove = {
  /** The day by the clock of the conference. */
  day: string;
  /** The reference of the order, or an id. */
  number: string;
  words: string;
  debit: 'cash';
  credit: 'bank' | 'cashDifferences';
  /** Negative: the other way. */
  cents: number;
};

export type MovesOf = (
  db: Db,
  of: { currency: Currency; timeZone: string },
  paging: Paging,
) => AsyncGenerator<MoneyMove[]>;

declare module '#server/features.ts' {
  interface FeatureWatch {
    /** Money that the journal does not know from documents and statements. */
    moneyMoves?: MovesOf;
  }
}
