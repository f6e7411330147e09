import type { RowsOf, Table } from '#server/database/define-table.ts';

export const posterJudgeTables = {
  /** The score that a judge gave a poster for one criterion. */
  poster_scores: {
    columns: {
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      /** The name of the judge. */
      judge: 'text not null',
      /** The id of a criterion in conference.yaml. */
      criterion: 'text not null',
      score: 'integer not null',
    },
    key: ['abstract_id', 'judge', 'criterion'],
    person: {
      heading: 'Scores of the posters',
      rows: 'abstract_id in {abstracts} order by abstract_id, judge, criterion',
      // Authors may read the scores of their posters, but not the names of the judges.
      shown: { judge: 'false' },
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof posterJudgeTables> {}
}
