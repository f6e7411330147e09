import { Agenda, type AgendaItem } from '#contract/content/agenda-shape.ts';
import { dayAfter, dayText } from '#contract/content/calendar-days.ts';
import type { Content } from '#contract/content.ts';
import { fixtureContent } from './fixture-content.ts';

const tracks = ['Coatings', 'Recycling & reuse', '生物高分子', 'Theory'];
const topics = ['Corrosion', 'Kinetics', 'Rheology'];
const speakers = [
  'Ada Kowalska',
  'Bea Weiß',
  '王小明',
  'مريم حداد',
  "Niamh O'Dwyer",
  'Søren Ågård',
];
const titles = [
  'How fast does a gel forget?',
  'Chain walking on nickel: <b>kinetics</b> & "control"',
  'Recycled polyethylene in food packaging, measured over five years in three countries with and without stabilisers',
  '可降解塑料的新进展',
  'البوليمرات الحيوية في الطب',
  'Nets 🕸️, knots 🪢 and 👩🏽‍🔬 who tie them',
];
const text =
  'We measured 12 samples between 20 and 180 °C. The rate depends on the length of the chain, and not on its end groups.';

/** Three days with 60 talks in four tracks, plenary items without a room, and a dinner that ends after midnight. */
export const largeAgenda: Content['agenda'] = {
  days: Agenda.parse({
    days: [0, 1, 2].map((day) => ({ label: `Day ${day + 1}`, items: itemsOf(day) })),
  }).days.map((day, at) => {
    const date = dayAfter(fixtureContent.conference.dates.start, at);
    return { ...day, date, dateText: dayText(date) };
  }),
};

export const largeProgramme: Content = { ...fixtureContent, agenda: largeAgenda };

function itemsOf(day: number): AgendaItem[] {
  const talks = Array.from({ length: 20 }, (_, at): AgendaItem => {
    const nth = day * 20 + at;
    const track = at % 4;
    const hour = 10 + Math.floor(at / 4);
    return {
      id: `talk-${nth + 1}`,
      start: `${hour}:00`,
      end: `${hour}:${at % 3 === 0 ? '25' : '50'}`,
      title: titles[nth % titles.length] ?? '',
      room: `Hall ${'ABCD'[track]}`,
      track: tracks[track],
      topic: topics[nth % topics.length],
      speakers: speakers.slice(nth % 5, (nth % 5) + 1 + (nth % 2)),
      ...(at < 4 && { chair: speakers[(nth + 3) % speakers.length] }),
      ...(nth % 2 === 0 && { text }),
    };
  });
  return [
    { start: '08:00', end: '09:00', title: 'Registration and coffee' },
    {
      start: '09:00',
      end: '09:50',
      title: `Plenary lecture ${day + 1}`,
      speakers: ['Ada Kowalska'],
    },
    ...talks,
    { start: '15:00', end: '15:30', title: 'Coffee' },
    { start: '15:30', end: '17:00', title: 'Posters', room: 'Foyer' },
    ...(day === 1
      ? [{ start: '19:30', end: '00:30', title: 'Dinner', room: 'Old Town Hall' }]
      : []),
  ];
}
