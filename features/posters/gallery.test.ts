import { expect, test } from 'vitest';
import { isTaken, leadsNowhere } from '#contract/content/site-addresses.ts';
import { MINUTE } from '#contract/time-spans.ts';
import { drawnPdf } from '#tests/support/drawn-pdf.ts';
import { conferenceWithPages } from '#tests/support/published-contribution.ts';
import { acceptedPoster, conferenceWithPosters, sendPoster } from '#tests/support/sent-poster.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { makePreviews } from './make-previews.ts';
import { nearTo, type GalleryPoster } from './gallery-posters.ts';

const server = await startTestSite({ content: conferenceWithPosters() });
const said = server.content.yourAbstract.posters;

async function gallery(query = '') {
  server.clock.advance(MINUTE);
  return server.openPage(`/posters${query}`);
}

/** The titles of a page of the gallery, in their order. */
function titlesIn(text: string): string[] {
  return [...text.matchAll(/<h[23]><bdi>([^<]*)/g)].map(([, title = '']) => title);
}

test('the gallery shows the posters by number and by topic, and searches them', async () => {
  const empty = await gallery();
  expect(empty.words).toContain(said.gallery.empty);
  const second = await acceptedPoster(server, { title: 'Gels <b>', number: 'P10' });
  const first = await acceptedPoster(server, { title: 'Fibres', number: 'P9' });
  await acceptedPoster(server, { title: 'No number yet' });
  await acceptedPoster(server, { title: 'Not public', number: 'P1', isPublic: false });
  const [, other] = server.content.sessions.sessions;
  await server.db
    .updateTable('abstracts')
    .set({ session_id: other?.id ?? '' })
    .where('id', '=', first.id)
    .execute();
  await sendPoster(server, second.page);
  await sendPoster(server, first.page, { bytes: drawnPdf({ content: '' }) });
  await makePreviews({ context: server.context, files: server.files });
  const { text, words } = await gallery();
  expect(titlesIn(text)).toEqual(['Fibres', 'Gels &#60;b&#62;', 'No number yet']);
  expect(text.match(/<img[^>]*src="\/posters\/[^"]*\.webp"/g)).toHaveLength(1);
  expect(text).toContain(`href="${second.address}"`);
  expect(words).toContain('P10 · Foyer, board 2, front · PDF');
  expect(words).toContain('P9 Fibres');
  expect(words).not.toContain('Not public');
  const byTopic = (await gallery('?order=topic')).text;
  expect(titlesIn(byTopic)).toEqual(['Gels &#60;b&#62;', 'No number yet', 'Fibres']);
  expect(byTopic).toContain(`<h2 id="topic-${other?.id}">`);
  expect(titlesIn((await gallery('?q=fibre')).text)).toEqual(['Fibres']);
  expect(titlesIn((await gallery(`?session=${other?.id}`)).text)).toEqual(['Fibres']);
  expect((await gallery('?q=nothing')).words).toContain('Nothing was found');
  const odd = await gallery('?order[]=1&page=-3&session=%00&q=%3Cscript%3E');
  expect(odd.status).toBe(200);
  expect(odd.text).not.toContain('<script>"');
});

test('a poster leads to those on its topic, with its board and without a file', async () => {
  const own = await acceptedPoster(server, { title: 'Chains that heal', number: 'P20' });
  server.clock.advance(MINUTE);
  const { text, words } = await server.openPage(own.address);
  expect(words).toContain(`${said.near} Gels <b> P10 · Foyer, board 2, front`);
  expect(text).toContain('<a href="/posters">All posters</a>');
  await server.sendForm(`${own.path}/withdraw`);
  expect((await gallery()).words).not.toContain('Chains that heal');
});

test('a link of the conference leads to the gallery, and a page of its own has another address', () => {
  expect(leadsNowhere('/posters?order=topic', [])).toBe(false);
  expect(isTaken('/posters', [])).toBe(true);
});

test('those near a poster share its keywords, and then stand next to it', () => {
  const poster = (abstractId: string, keywords: string[], sessionId = 'gels') =>
    ({ contribution: { abstractId, sessionId, keywords } }) as unknown as GalleryPoster;
  const own = poster('own', ['Flow', 'Water']);
  const posters = [
    poster('far', []),
    poster('shares', ['water']),
    poster('other topic', ['water', 'flow'], 'fibres'),
    poster('left', []),
    own,
    poster('shares both', ['flow', 'Water']),
    ...Array.from({ length: 9 }, (_, at) => poster(`right ${at}`, [])),
  ];
  expect(
    nearTo(posters, own.contribution).map(({ contribution: { abstractId } }) => abstractId),
  ).toEqual(['shares both', 'shares', 'left', 'right 0', 'right 1', 'far']);
});

test('before its day the gallery names the day, and a conference without posters has none', async () => {
  const later = conferenceWithPosters({}, conferenceWithPages('2099-01-01'));
  const early = await startTestSite({ content: later, beside: server });
  const { status, words } = await early.openPage('/posters');
  expect([status, words.includes('2099')]).toEqual([200, true]);
  expect(words).not.toContain('Fibres');
  await early.close();
  const without = await startTestSite({ content: conferenceWithPages(), beside: server });
  expect((await without.openPage('/posters')).status).toBe(404);
  await without.close();
});
