import type { Content } from '#contract/content.ts';
import { fixtureContent } from './fixture-content.ts';

type Day = { day: string };
type Item = Content['agenda']['days'][number]['items'][number] & {
  places?: number;
  signUp?: { from?: Day; until?: Day };
};

/** Two sessions at the same time, with two places each, and one of the whole afternoon. */
const items: Item[] = [
  { id: 'spectra', start: '09:00', end: '12:00', title: 'Spectra', room: 'Room A', places: 2 },
  { id: 'glues', start: '11:00', end: '12:30', title: 'Glues', room: 'Room B', places: 2 },
  { id: 'castle', start: '14:00', end: '18:00', title: 'Walk to the castle', places: 10 },
];

/** The conference of the tests with sessions in a far year, each with other values if they are given. */
export function withSessions(
  others: Readonly<Record<string, Partial<Item>>> = {},
  content: Content = fixtureContent,
): Content {
  const [day] = content.agenda.days;
  if (!day) throw new Error('the conference of the tests has a day');
  const changed = items.map((item) => ({ ...item, ...others[item.id ?? ''] }));
  const later = { ...day, date: '2099-05-29', dateText: 'May 29, 2099', items: changed };
  return { ...content, agenda: { days: [later] } };
}

/** The fields of the form of a session on the page with this text; undefined if it has no button. */
export function formOf(text: string, session: string): Record<string, string> | undefined {
  const forms = text.match(/<form\b[^]*?<\/form>/g) ?? [];
  const own = forms.find((form) => form.includes(`name="session" value="${session}"`));
  const inputs = own?.matchAll(/name="(\w+)" value="([^"]*)"/g);
  return (
    inputs && Object.fromEntries(Array.from(inputs, ([, name = '', value = '']) => [name, value]))
  );
}
