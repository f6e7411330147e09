import type { FeatureWatch } from '#server/features.ts';
import { column } from '#server/reports/define-list.ts';
import type { KnownAbstract } from '#server/reports/known-by-features.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { abstractState, answerOf, type Decision, decisionsByAbstract } from './decisions.ts';
import { slotWords } from './slots.ts';

declare module '#server/reports/known-by-features.ts' {
  interface AbstractFacts {
    decision: Decision | undefined;
  }
}

export const aboutAbstracts: NonNullable<FeatureWatch['abstracts']> = {
  async facts(db, ids) {
    const decisions = await decisionsByAbstract(db, ids);
    return (id) => ({ decision: decisions.get(id) });
  },
  state: (abstract) => abstractState(abstract, abstract.decision),
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
    const { decidedAt, toldAt, confirmedAt } = { ...decision };
    return [
      ['Decision', decision && stateWords(decision.outcome)],
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
    { value: 'undecided', label: 'Undecided', fits: ({ decision }) => decision === undefined },
  ],
};

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
  return answerOf(abstract, abstract.decision);
}
