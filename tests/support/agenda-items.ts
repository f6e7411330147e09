import type { AgendaItem } from '#contract/content/agenda-shape.ts';

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
