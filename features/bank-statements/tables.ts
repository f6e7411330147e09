import type { RowsOf, Table } from '#server/database/define-table.ts';

export const bankStatementTables = {
  /** A column of a bank's CSV files, as a treasurer has named it. */
  bank_columns: {
    columns: {
      /** A digest of all headings: the files of one bank have the same. */
      heads: 'text not null',
      /** The meaning of the column: `date`, `amount`; `order` for the order of day, month and year. */
      role: 'text not null',
      /** The heading in the file; for `order`: DMY, MDY or YMD. */
      heading: 'text not null',
    },
    key: ['heads', 'role'],
    person: 'nobody',
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof bankStatementTables> {}
}
