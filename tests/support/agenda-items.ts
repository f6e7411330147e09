import type { AgendaItem } from '#contract/content/shapes/agenda-shape.ts';
import type { Content } from '#contract/content.ts';
import { fixtureContent } from './fixture-content.ts';

/** Items in two rooms at one time, with all fields, and a dinner that ends after midnight. */
export const sideBySide: AgendaItem[] = [
  {
    start: '10:00',
    end: '11:00',
    title: 'Films',
    room: 'Hall A',
    track: 'Coatings',
    chair: 'Ada Kowalska',
    speakers: ['Bea Weiss', 'Cy Moreau'],
  },
  { start: '10:00', end: '10:30', title: 'Gels', room: 'Hall B' },
  { start: '19:30', end: '00:30', title: 'Dinner' },
];

/** The tests' conference with these items on its first day, and an empty second day. */
export function contentWith(...items: AgendaItem[]): Content {
  const days = fixtureContent.agenda.days.map((day, at) => ({
    ...day,
    items: at === 0 ? items : [],
  }));
  return { ...fixtureContent, agenda: { days } };
}
