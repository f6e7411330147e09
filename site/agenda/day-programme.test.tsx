import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static.edge';
import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { contentWith, sideBySide } from '#tests/support/agenda-items.ts';
import { DayProgramme } from './day-programme.tsx';
import { programmeOf } from './programme.ts';

test('the title of an item leads to the page that the agenda names, and other titles lead nowhere', () => {
  const [films, gels] = sideBySide;
  if (!films || !gels) throw new Error('there are no items');
  const link = '/contributions/AB26-0000-0001';
  const { agenda } = contentWith({ ...films, link }, gels);
  const [day] = programmeOf(agenda.days, fixtureContent.conference).days;
  if (!day) throw new Error('there is no day');
  const shown = renderToStaticMarkup(
    <DayProgramme day={day} isShown isSearched={false} star={undefined} calendarLink="" />,
  );
  expect(shown).toContain(`<h3><a href="${link}" class="link"><bdi>Films</bdi></a></h3>`);
  expect(shown).toContain('<h3><bdi>Gels</bdi></h3>');
});

test('an item with limited places says so in its HTML', async () => {
  const [films, gels] = sideBySide;
  if (!films || !gels) throw new Error('there are no items');
  const { agenda } = contentWith(films, gels);
  const [day] = programmeOf(agenda.days, fixtureContent.conference).days;
  if (!day) throw new Error('there is no day');
  const items = day.items.map((item) =>
    item.title === 'Films' ? { ...item, isLimited: true as const } : item,
  );
  const { prelude } = await prerender(
    <DayProgramme
      day={{ ...day, items }}
      isShown
      isSearched={false}
      star={undefined}
      calendarLink=""
    />,
  );
  const shown = await new Response(prelude).text();
  expect(shown.match(/Limited places/g)).toHaveLength(1);
});
