import type { AgendaItem } from '#contract/content/shapes/agenda-shape.ts';

/**
 * Three days with parallel talks in four tracks: long and short titles, twenty-minute talks beside a workshop, and names
 * in many scripts.
 */
export function busyDays(talksOfTrack = 5): { label: string; items: AgendaItem[] }[] {
  return [0, 1, 2].map((day) => ({
    label: `Day ${day + 1}`,
    items: [
      { start: '08:30', end: '09:00', title: 'Coffee', room: 'Foyer' },
      plenary(day),
      ...[...tracks.keys()].flatMap((track) =>
        slots
          .slice(0, talksOfTrack)
          .map((_, slot) => talk(track, slot, (day * 4 + track) * talksOfTrack + slot)),
      ),
      {
        id: `workshop-${day + 1}`,
        start: '10:30',
        end: '12:00',
        title: 'Workshop: reading infrared spectra',
        text: 'Bring a spectrum of your own. Thirty places, no registration.',
        room: 'Library',
        track: 'Workshops',
      },
      { start: '12:00', end: '13:00', title: 'Lunch', room: 'Foyer' },
      { start: '18:00', end: '19:30', title: 'Posters', text: 'Authors stand at their posters.' },
      ...(day === 1 ? [{ start: '19:30', end: '00:30', title: 'Conference dinner' }] : []),
    ],
  }));
}

const tracks = ['Coatings', 'Green synthesis', 'Drug delivery and biomaterials', 'Ageing'];
const rooms = ['Hall A', 'Hall B', 'Room 1.204', 'Terrace'];
const topics = ['Corrosion', 'Catalysis', 'Hydrogels', 'Weathering', 'Recycling'];
const slots = ['10:30-10:50', '10:50-11:10', '11:10-11:30', '11:30-11:45', '11:45-12:00'].concat(
  ['13:00-13:20', '13:20-13:40', '13:40-14:00', '14:00-14:30', '14:30-15:00', '15:30-16:00'],
  '16:00-16:30',
);
const titles = [
  'Self-healing epoxy coatings under salt spray',
  'Poly(N-isopropylacrylamide-co-methacryloyloxyethylphosphorylcholine) brushes that resist fouling after a thousand hours in sea water',
  'Gels',
  'How long does a thermoset remember the way in which it was cured?',
  'Élastomères biosourcés à haute ténacité',
  'Upcycling of polyolefins',
  'Donaudampfschifffahrtsgesellschaftskapitänslacke: a century of marine paint',
];
const speakers = [
  'Ada Kowalska',
  'Łukasz Bąk',
  'מיכל לוי',
  'Maria-Magdalena von Hohenstein-Württemberg',
  'فاطمة الزهراء',
  '王小明',
  'Bea Weiß',
];

function plenary(day: number): AgendaItem {
  return {
    id: `plenary-${day + 1}`,
    start: '09:00',
    end: '10:00',
    title: `Plenary lecture ${day + 1}: polymers for a planet with limits`,
    room: 'Hall A',
    speakers: [at(speakers, day)],
    chair: 'Cy Moreau',
  };
}

function talk(track: number, slot: number, nth: number): AgendaItem {
  const [start = '', end = ''] = at(slots, slot).split('-');
  return {
    id: `talk-${nth + 1}`,
    start,
    end,
    title: at(titles, nth),
    room: at(rooms, track),
    track: at(tracks, track),
    topic: at(topics, nth + track),
    // The second speaker of some talks presents in no other room at the same time.
    speakers: nth % 4 === 0 ? [at(speakers, nth), 'Di Fjord'] : [at(speakers, nth)],
    ...(slot === 0 && { chair: at(speakers, nth + 1) }),
    abstract: `AB26-${String(nth + 1).padStart(4, '0')}`,
  };
}

function at(list: readonly string[], nth: number): string {
  return list[nth % list.length] ?? '';
}
