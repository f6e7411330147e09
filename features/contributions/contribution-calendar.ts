import type { Content } from '#contract/content.ts';
import { keyedItems, keyOf } from '#contract/content/agenda-items.ts';
import { makeCalendar } from '#documents/calendar.ts';
import { agendaIdOf } from '#features/programme/compare-agenda.ts';
import { contributionPath } from './contribution-address.ts';
import type { PublishedContribution } from './published-contributions.ts';

/** The item of the agenda that presents a contribution, with its key. */
export function agendaItemOf({ agenda }: Pick<Content, 'agenda'>, reference: string) {
  return agenda.days
    .flatMap((day) => keyedItems(day))
    .find(({ item }) => item.abstract === reference);
}

/**
 * A calendar file with the presentation of a contribution as it is decided now, before and after the agenda has it: the
 * entry is the same one. Undefined without a day and an hour.
 */
export function contributionCalendar(
  content: Content,
  { abstractId, reference, title, authors, decision }: PublishedContribution,
  origin: string,
): string | undefined {
  const { day: date, starts: start, ends: end, room, track, chair, decidedAt } = decision;
  if (date === undefined || start === undefined || end === undefined) return undefined;
  const known = agendaItemOf(content, reference);
  const id = known?.key ?? agendaIdOf(abstractId);
  const speakers = authors.filter(({ presents }) => presents).map(({ name }) => name);
  const item = {
    ...known?.item,
    id,
    start,
    end,
    title,
    room,
    track,
    chair,
    ...(speakers.length > 0 && { speakers }),
    link: contributionPath(reference),
  };
  const day = { date, dateText: date, label: date, items: [item] };
  const changedAt = decidedAt > content.changedAt ? decidedAt : content.changedAt;
  return makeCalendar(
    { ...content, changedAt, agenda: { days: [day] } },
    { origin, chosen: new Set([keyOf(day, item, 0)]) },
  );
}
