import type { Content } from '#contract/content.ts';
import { daysBetween } from '#contract/content/calendar-days.ts';
import type { Db } from '#server/database/database.ts';
import { refuseMistakes } from '#server/operations/plan.ts';
import { authorsByAbstract, authorsOf, presentersOf } from '#server/abstract/abstract-authors.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { type Decided, decisionsByAbstract } from './decisions.ts';
import { chairsTwice, earlySlots, slotMistakes } from './slot-mistakes.ts';

/** A decision that is to be recorded, by the id of its abstract. */
export type WantedSlot = { row: number; decided: Decided };

/**
 * Refuses impossible slots among these decisions, beside those that are recorded already, and beside the agenda. Returns
 * sentences about slots that are possible and surprising.
 */
export async function checkSlots(
  db: Db,
  { agenda, conference: { dates } }: Pick<Content, 'agenda' | 'conference'>,
  wanted: ReadonlyMap<string, WantedSlot>,
): Promise<string[]> {
  const known = await decisionsByAbstract(db);
  const authors = await authorsByAbstract(db);
  const placed = (await listAbstracts(db)).flatMap((abstract) => {
    const { id, reference, withdrawnAt } = abstract;
    const { row, decided = known.get(id) } = wanted.get(id) ?? {};
    if (decided?.outcome !== 'ACCEPTED' || withdrawnAt !== undefined) return [];
    const presenters = presentersOf(authorsOf(abstract, authors));
    const place = row === undefined ? undefined : { order: row, words: `row ${row}` };
    return [{ reference, place, decided, presenters }];
  });
  const days = daysBetween(dates.start, dates.end);
  const calendar = { days, agenda: agenda.days };
  refuseMistakes(slotMistakes(placed, calendar));
  return [...earlySlots(placed, calendar), ...chairsTwice(placed)];
}
