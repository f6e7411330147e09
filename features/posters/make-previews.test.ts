import { expect } from 'vitest';
import { HOUR, MINUTE } from '#contract/time-spans.ts';
import { missingFiles } from '#server/files/missing-files.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { drawnPdf, packedStream } from '#tests/support/drawn-pdf.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { acceptedPoster, conferenceWithPosters, sendPoster } from '#tests/support/sent-poster.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { makePreviews } from './make-previews.ts';
import { findPoster, picturesByAbstract } from './posters.ts';

const server = await startTestSite({ content: conferenceWithPosters() });
const { previews } = server.content.yourAbstract.posters;

const draw = (at: TestSite = server) => makePreviews({ context: at.context, files: at.files });

async function picturesOf({ id }: { id: string }) {
  return (await picturesByAbstract(server.db, id)).get(id) ?? {};
}

async function sent(bytes?: Buffer) {
  const own = await acceptedPoster(server);
  await sendPoster(server, own.page, bytes && { bytes });
  return own;
}

test('the first page becomes a picture for the author, the page of the contribution and caches', async () => {
  const own = await sent();
  expect((await server.openPage(own.page)).words).toContain(previews.making);
  expect(await draw()).toBe(1);
  expect(await draw()).toBe(0);
  const { small, large } = await picturesOf(own);
  const page = await server.openPage(own.page);
  expect(page.text).toContain(`${own.page}/preview.webp?${small?.id}`);
  expect(page.text).toContain(`alt="${previews.made}"`);
  const preview = await fetch(`${server.origin}${own.page}/preview.webp`);
  expect(preview.headers.get('cache-control')).toBe('no-store');
  expect((await preview.arrayBuffer()).byteLength).toBe(small?.bytes);
  server.clock.advance(MINUTE);
  const { text } = await server.openPage(own.address);
  expect(text).toContain(`src="/posters/${large?.id}.webp"`);
  expect(text).toContain('alt="First page of the poster “Chains that heal”"');
  const answer = await fetch(`${server.origin}/posters/${large?.id}.webp`);
  const names = ['content-type', 'cache-control', 'content-security-policy'];
  expect(names.map((name) => answer.headers.get(name))).toEqual([
    'image/webp',
    'private, max-age=31536000, immutable',
    "sandbox; default-src 'none'; frame-ancestors 'none'",
  ]);
  expect((await answer.arrayBuffer()).byteLength).toBe(large?.bytes);
  const folder = testFolder();
  const missing = await missingFiles(server.db, { id: server.files.store.id, folder });
  expect(missing).toContain(`the picture of the poster of the abstract ${own.id}`);
});

test('pictures end with their file', async () => {
  const own = await sent();
  await draw();
  const { small } = await picturesOf(own);
  const stored = (await server.files.listStored()).length;
  await sendPoster(server, own.page, { bytes: drawnPdf({ box: '0 0 842 1190' }) });
  expect(await picturesOf(own)).toEqual({});
  expect((await server.files.listStored()).length).toBe(stored - 2);
  server.clock.advance(MINUTE);
  expect((await fetch(`${server.origin}/posters/${small?.id}.webp`)).status).toBe(404);
  expect((await fetch(`${server.origin}${own.page}/preview.webp`)).status).toBe(404);
  await draw();
  await server.sendForm(`${own.page}/file/take-away`);
  expect((await server.files.listStored()).length).toBe(stored - 3);
});

test('a file that cannot be drawn gets no picture, and its author reads it', async () => {
  const own = await sent(aPdf(900, 'nothing but a beginning'));
  expect(await draw()).toBe(1);
  expect(await picturesOf(own)).toEqual({});
  expect((await server.openPage(own.page)).words).toContain(previews.none);
  server.clock.advance(HOUR);
  expect(await draw()).toBe(0);
});

test('a file that takes too much is tried three times, and holds nobody up', async () => {
  const objects = [
    packedStream(
      '/X Do /X Do /X Do',
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
    ),
  ];
  const resources = '/XObject << /X 5 0 R >>';
  const own = await sent(drawnPdf({ content: '/X Do', resources, objects }));
  const next = await sent();
  expect(await draw()).toBe(2);
  expect(Object.keys(await picturesOf(next))).toHaveLength(2);
  expect(await draw()).toBe(0);
  await server.db.updateTable('posters').set({ preview_tries: 3 }).execute();
  server.clock.advance(6 * MINUTE);
  expect(await draw()).toBe(1);
  expect((await findPoster(server.db, own.id))?.previewDueAt).toBeUndefined();
});

atOnce('two servers draw a poster once, and one that is taken away leaves no file', async () => {
  const own = await sent();
  const stored = (await server.files.listStored()).length - 1;
  const drawn = await Promise.all([draw(), draw()]);
  expect(drawn.toSorted()).toEqual([0, 1]);
  expect(Object.keys(await picturesOf(own)).toSorted()).toEqual(['large', 'small']);
  await sendPoster(server, own.page);
  await Promise.all([draw(), server.sendForm(`${own.page}/file/take-away`)]);
  expect(await picturesOf(own)).toEqual({});
  expect((await server.files.listStored()).length).toBe(stored);
});
