import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MINUTE } from '#contract/time-spans.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { acceptedPoster, conferenceWithPosters } from '#tests/support/sent-poster.ts';
import { publishedContribution } from '#tests/support/published-contribution.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';

/** The posters P1 to P9 are presented in the morning, and all others in the afternoon. */
function conferenceWithSessions() {
  const content = conferenceWithPosters();
  const [day, ...rest] = content.agenda.days;
  const session = { title: 'Posters', room: 'Foyer' };
  const items = [
    { ...session, id: 'late', start: '17:00', end: '19:00', posters: 'P10–P40' },
    { ...session, id: 'early', start: '11:00', end: '12:00', posters: 'P1–P9' },
  ];
  const days = day ? [{ ...day, items: [...day.items, ...items] }, ...rest] : [];
  return { ...content, agenda: { days } };
}

test('a poster has the day and the hours of its session wherever readers look for it', async () => {
  const site = await startTestSite({ content: conferenceWithSessions() });
  const [day] = site.content.agenda.days;
  const date = day?.date.replaceAll('-', '');
  const late = await acceptedPoster(site, { title: 'Gels', number: 'P10' });
  const early = await acceptedPoster(site, { title: 'Fibres', number: 'P9' });
  const first = await acceptedPoster(site, { title: 'Films', number: 'P2' });
  const bare = await acceptedPoster(site, { title: 'No number' });
  const talk = await publishedContribution(site);
  site.clock.advance(MINUTE);
  const page = await site.openPage(late.address);
  expect(page.words).toContain(', 17:00–19:00, Foyer, poster P10');
  expect(page.text).toContain('<a href="/agenda#late"><bdi>Posters</bdi></a>');
  const calendar = await site.openPage(`${late.address}.ics`);
  expect(calendar.text).toContain(`DTSTART:${date}T150000Z`);
  expect(calendar.text).toContain('SUMMARY:Gels');
  expect((await site.openPage(late.path)).words).toContain(', 17:00–19:00, Foyer, poster P10');
  expect((await site.openPage('/posters')).words).toMatch(/P9 · \w+day, 11:00–12:00/);
  // The way through the session follows the hours, and then the numbers.
  const next = async (at: string) => {
    const { text } = await site.openPage(at);
    return /<a rel="next" href="([^"]*)"/.exec(text)?.[1];
  };
  expect(await next(first.address)).toBe(early.address);
  expect(await next(early.address)).toBe(late.address);
  expect([bare.address, talk.address]).toContain(await next(late.address));
  const labels = join(testFolder(), 'labels.pdf');
  await site.organise('posters', '--labels', labels);
  expect(linesOfPdf(readFileSync(labels)).join('\n')).toMatch(/\w+day, 17:00–19:00/);
});
