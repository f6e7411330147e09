import { expect, test } from 'vitest';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { busyDays } from '#tests/support/busy-agenda.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const days = busyDays().map((day, at) => ({
  ...day,
  placeholder: undefined,
  date: dayAfter('2026-05-29', at),
  dateText: '',
}));
const server = await startTestSite({ content: { ...fixtureContent, agenda: { days } } });

const titlesAt = async (path: string) => {
  const { status, text } = await server.get(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
  return [...text.replaceAll('\r\n ', '').matchAll(/^SUMMARY:(.*) · /gm)].map(([, title]) => title);
};

test('a visitor subscribes to the chosen items alone, and unknown keys are ignored', async () => {
  expect(await titlesAt('/agenda.ics?items=talk-3,gone,workshop-2,_0,talk-3')).toEqual([
    'Gels',
    'Workshop: reading infrared spectra',
  ]);
  expect(await titlesAt('/agenda.ics?items=talk-3%2Cplenary-1')).toHaveLength(2);
});

test('the chosen entries are those of the whole calendar, so a calendar program updates them', async () => {
  const idsAt = async (path: string) => (await server.get(path)).text.match(/^UID:.*$/gm) ?? [];
  const whole = await idsAt('/agenda.ics');
  expect(whole).toHaveLength(1 + days.flatMap(({ items }) => items).length);
  const chosen = await idsAt('/agenda.ics?items=talk-1,talk-2');
  expect(chosen).toHaveLength(2);
  expect(whole).toEqual(expect.arrayContaining(chosen));
});

test('if no chosen item is left, the calendar has the conference, because a calendar needs an entry', async () => {
  for (const path of ['/agenda.ics?items=', '/agenda.ics?items=gone']) {
    const { text } = await server.get(path);
    expect(text.match(/BEGIN:VEVENT/g), path).toHaveLength(1);
    expect(text).toContain('DTSTART;VALUE=DATE:20260529');
  }
});

test.each([
  ['a strange character', '?items=<script>'],
  ['two lists', '?items=talk-1&items=talk-2'],
  ['a long list', `?items=${'talk-1,'.repeat(900)}`],
])('%s is refused', async (_, query) => {
  const { status, text } = await server.get(`/agenda.ics${query}`);
  expect(status).toBe(400);
  expect(text).not.toContain('script');
});

test('an unchanged calendar is not sent again', async () => {
  const address = `${server.origin}/agenda.ics?items=talk-1`;
  const first = await fetch(address);
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  const again = await fetch(address, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});
