import { holding, type RowsOf, type Table } from '#server/database/define-table.ts';

/** A judge's reason for giving a poster back. */
export type GivenBackFor = 'CONFLICT' | 'FIELD';

export const posterJudgeTables = {
  /** Somebody who judges posters on a page behind a link. The scores are kept by the name. */
  poster_judges: {
    columns: {
      id: 'text primary key',
      name: 'text not null',
      /** Empty: the organisers hand the link over. */
      email: 'text not null',
      institute: 'text not null',
      /** The end of the address of the page. */
      token: 'text not null unique',
      /** As in `participants`. */
      language: 'text not null',
      made_at: 'text not null',
      /** When somebody who is not this judge ended the link. */
      refused_at: 'text',
    },
    indexes: ['lower(email)'],
    person: {
      heading: 'You as a judge of posters',
      rows: 'lower(email) = {email} order by made_at',
      shown: { token: 'false' },
      counted: 'judges of posters who lose their name',
    },
  },

  /** A poster that a judge looks at, or has given back. */
  judged_posters: {
    columns: {
      judge_id: 'text not null references poster_judges(id) on delete cascade',
      abstract_id: 'text not null references abstracts(id) on delete cascade',
      assigned_at: 'text not null',
      /** Null: the judge looks at it. */
      declined_for: holding<GivenBackFor | null>('text'),
    },
    key: ['judge_id', 'abstract_id'],
    indexes: ['abstract_id'],
    person: {
      heading: 'Posters with their judges',
      rows: 'judge_id in {poster_judges} or abstract_id in {abstracts} order by abstract_id, judge_id',
      // Authors do not learn who judges.
      shown: { judge_id: 'judge_id in {poster_judges}' },
    },
  },
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
      rows: 'abstract_id in {abstracts} or judge in (select name from poster_judges where lower(email) = {email}) order by abstract_id, judge, criterion',
      // Authors may read the scores of their posters, but not the names of the judges.
      shown: { judge: 'false' },
    },
  },
} as const satisfies Record<string, Table>;

declare module '#server/database/tables.ts' {
  interface Tables extends RowsOf<typeof posterJudgeTables> {}
}
