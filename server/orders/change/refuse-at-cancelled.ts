import { ActionImpossible, type Organising } from '#server/operations/plan.ts';

/** Refuses to give or to sell a place at a cancelled conference: no link that asks for money would work. */
export function refuseAtCancelled({ content: { conference } }: Pick<Organising, 'content'>): void {
  if (conference.status?.is !== 'cancelled') return;
  throw new ActionImpossible(
    'The conference is cancelled (status in conference.yaml): nobody gets a place or a link to pay.',
    { reason: 'closed' },
  );
}
