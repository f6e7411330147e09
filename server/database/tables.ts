import type { Kysely, Selectable, Transaction } from 'kysely';
import { abstractTables } from './abstract-tables.ts';
import { bankTables } from './bank-tables.ts';
import type { RowsOf } from './define-table.ts';
import { documentTables } from './document-tables.ts';
import { orderTables } from './order-tables.ts';
import { paymentTables } from './payment-tables.ts';
import type { serverTables } from './server-tables.ts';

/** The tables of the trunk to which others may refer. A table comes before the tables that refer to it. */
export const trunkTables = {
  ...orderTables,
  ...paymentTables,
  ...documentTables,
  ...bankTables,
  ...abstractTables,
};

/** The rows of all tables. A feature adds its own with `declare module` (decision 99). */
export interface Tables extends RowsOf<typeof trunkTables>, RowsOf<typeof serverTables> {}

export type RowOf<Name extends keyof Tables> = Selectable<Tables[Name]>;

export type Db = Kysely<Tables>;

/** A function that takes a Tx writes in its caller's transaction. */
export type Tx = Transaction<Tables> & { readonly isTransaction: true };
