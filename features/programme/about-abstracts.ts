import type { Db } from '#server/database/database.ts';
import type { FeatureWatch } from '#server/features.ts';
import { column } from '#server/reports/define-list.ts';
import type { KnownAbstract } from '#server/reports/known-by-features.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { abstractState, answerOf, type Decision, decisionsByAbstract } from './decisions.ts';
import { slotWords } from './slots.ts';

declare module '#server/reports/known-by-features.ts' {
  interface AbstractFacts {
    decision: Decision | undefined;
    /** When the newest version of a file came that was to be revised. */
    revisedAt: string | undefined;
  }
}

export const aboutAbstracts: NonNullable<FeatureWatch['abstracts']> = {
  async facts(db, ids) {
    const decisions = await decisionsByAbstract(db, ids);
    const asked = [...decisions.values()].filter(({ outcome }) => outcome === 'REVISE');
    const files = await newestFiles(
      db,
      asked.map(({ abstractId }) => abstractId),
    );
    return (id) => ({ decision: decisions.get(id), revisedAt: files.get(id) });
  },
  state: (abstract) =>
    abstractState({ ...abstract, fileAt: abstract.revisedAt ?? '' }, abstract.decision),
  columns: () => [
    {
      ...column.state('decision', 'Decision', outcomeIn, 11),
      before: 'duplicates',
      filters: true,
    },
    { ...column.text('presentation', 'Presented as', presentationIn, 14), filters: true },
    column.text('slot', 'Slot', slotIn, 20),
    { ...column.state('answer', 'Answer', answerIn, 11), filters: true },
  ],
  lines: ({ decision }, at) => {
    const { decidedAt, toldAt, confirmedAt, reviseUntil } = { ...decision };
    return [
      ['Decision', decision && stateWords(decision.outcome)],
      ['Revise until', reviseUntil && at(reviseUntil)],
      ['Presentation', decision?.presentation],
      ['Slot', decision && slotWords(decision)],
      ['Track', decision?.track],
      ['Chair', decision?.chair],
      ['Comment to the author', decision?.comment],
      ['Decided', decidedAt && at(decidedAt)],
      ['Author told', toldAt && at(toldAt)],
      ['Confirmed', confirmedAt && at(confirmedAt)],
    ];
  },
  choices: [
    {
      value: 'accepted',
      label: 'Accepted',
      fits: ({ decision }) => decision?.outcome === 'ACCEPTED',
    },
    {
      value: 'confirmed',
      label: 'Accepted, and the author confirmed',
      fits: ({ decision }) => decision?.confirmedAt !== undefined,
    },
    {
      value: 'rejected',
      label: 'Rejected',
      fits: ({ decision }) => decision?.outcome === 'REJECTED',
    },
    {
      value: 'revise',
      label: 'To revise',
      fits: ({ decision }) => decision?.outcome === 'REVISE',
    },
    { value: 'undecided', label: 'Undecided', fits: ({ decision }) => decision === undefined },
  ],
};

/** When the newest versions of these abstracts came, by the ids of the abstracts. */
async function newestFiles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('abstracts')
    .innerJoin('abstract_files', 'abstract_files.id', 'file_id')
    .select(['abstracts.id', 'abstract_files.created_at'])
    .where('abstracts.id', 'in', ['', ...ids])
    .execute();
  return new Map(rows.map(({ id, created_at }) => [id, created_at]));
}

function outcomeIn({ decision }: KnownAbstract): string {
  return decision?.outcome ?? 'UNDECIDED';
}

function presentationIn({ decision }: KnownAbstract): string | undefined {
  return decision?.presentation;
}

function slotIn({ decision }: KnownAbstract): string | undefined {
  return decision && slotWords(decision);
}

function answerIn(abstract: KnownAbstract): string | undefined {
  return answerOf({ ...abstract, fileAt: abstract.revisedAt ?? '' }, abstract.decision);
}
