import { describe, expect } from 'vitest';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { MINUTE } from '#contract/time-spans.ts';
import { inTransaction } from '#server/database/database.ts';
import { missingFiles } from '#server/files/missing-files.ts';
import { removeRecordedFiles } from '#server/files/recorded-removals.ts';
import { scanDueFiles } from '#server/operations/scan-due-files.ts';
import { rowsOfPerson } from '#server/privacy/person-rows.ts';
import { recordFileRemovals } from '#server/privacy/removals.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { drawnPdf } from '#tests/support/drawn-pdf.ts';
import { decide, newAbstract } from '#tests/support/own-abstract.ts';
import { acceptedPoster, conferenceWithPosters, sendPoster } from '#tests/support/sent-poster.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { findPoster } from './posters.ts';
import { removeGonePosters } from './remove-gone-posters.ts';

const server = await startTestSite({ content: conferenceWithPosters() });
const said = server.content.yourAbstract.posters;
const today = new Date().toISOString().slice(0, 10);
const video = { url: 'https://video.example/talk?x=1', consent: 'yes' };

/** The page of a contribution, as everybody sees it within a minute. */
async function seen({ address }: { address: string }, at: TestSite = server) {
  at.clock.advance(MINUTE);
  return at.openPage(address);
}

const posterOf = ({ id }: { id: string }, at: TestSite = server) => findPoster(at.db, id);

function removeGone(at: TestSite = server) {
  return removeGonePosters({ context: at.context, files: at.files });
}

describe('the author of a poster', () => {
  test('sends it with a video, and everybody finds both on the page of the contribution', async () => {
    const own = await acceptedPoster(server, { number: 'P02' });
    expect((await server.openPage(own.path)).text).toContain(own.page);
    expect((await sendPoster(server, own.page)).location).toBe(`${own.page}?done=poster`);
    const linked = await server.sendForm(`${own.page}/video`, video);
    expect(linked.location).toBe(`${own.page}?done=video`);
    const { file } = (await posterOf(own)) ?? {};
    const path = `/posters/${file?.id}.pdf`;
    const { text, words } = await seen(own);
    expect(text).toContain(`href="${path}"`);
    expect(text).toContain('href="https://video.example/talk?x=1" rel="nofollow ugc noopener"');
    expect(words).toContain('Short video on video.example');
    expect(words).toContain('Place: Foyer, board 1, front');
    const answer = await fetch(server.origin + path);
    const names = ['content-type', 'content-security-policy', 'content-disposition'];
    expect([answer.status, ...names.map((name) => answer.headers.get(name))]).toEqual([
      200,
      'application/pdf',
      "sandbox; default-src 'none'; frame-ancestors 'none'",
      `attachment; filename="${file?.id}.pdf"`,
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(drawnPdf())).toBe(true);
    expect((await server.openPage(own.page)).words).toContain(said.states.shown);
    const list = (await server.openPage('/contributions')).words;
    expect(list).toContain(`${said.mark} · ${said.video}`);
  });

  test('replaces it, and takes each part away at any moment', async () => {
    const own = await acceptedPoster(server);
    await sendPoster(server, own.page);
    await server.sendForm(`${own.page}/video`, video);
    const stored = (await server.files.listStored()).length;
    const first = (await posterOf(own))?.file?.id;
    await sendPoster(server, own.page, { bytes: drawnPdf({ box: '0 0 842 1190' }) });
    const second = (await posterOf(own))?.file?.id;
    expect((await server.files.listStored()).length).toBe(stored);
    expect((await fetch(`${server.origin}/posters/${first}.pdf`)).status).toBe(404);
    expect((await fetch(`${server.origin}/posters/${second}.pdf`)).status).toBe(200);
    for (const part of ['file', 'file', 'video'])
      await server.sendForm(`${own.page}/${part}/take-away`);
    expect(await posterOf(own)).toBeUndefined();
    expect((await server.files.listStored()).length).toBe(stored - 1);
    expect((await fetch(`${server.origin}/posters/${second}.pdf`)).status).toBe(404);
    expect((await seen(own)).text).not.toContain('video.example');
    expect(JSON.stringify(await server.listActivities())).toContain('takes the poster away');
  });

  test('reads each mistake beside its field, and nothing is saved', async () => {
    const own = await acceptedPoster(server);
    const wrong = await server.sendForm(`${own.page}/video`, { url: 'http://a.example/1' });
    expect(wrong.status).toBe(400);
    expect(wrong.words).toContain(said.mistakes.url);
    expect(wrong.words).toContain(said.mistakes.consent);
    for (const sent of [
      { name: 'poster.pptx' },
      { bytes: Buffer.from('<html><script>1</script>') },
      { bytes: Buffer.alloc(0) },
      { consent: '' },
      { licence: 'Mine' },
    ]) {
      expect((await sendPoster(server, own.page, sent)).status).toBe(400);
    }
    expect(await posterOf(own)).toBeUndefined();
  });

  test('sends within the times of the conference only, and takes away also afterwards', async () => {
    const own = await acceptedPoster(server);
    await sendPoster(server, own.page);
    const late = conferenceWithPosters({ until: { day: dayAfter(today, -1) } });
    const after = await startTestSite({ content: late, beside: server });
    expect((await after.openPage(own.page)).words).toContain('Sending posters closed');
    expect((await sendPoster(after, own.page)).status).toBe(409);
    expect((await after.sendForm(`${own.page}/video`, video)).status).toBe(409);
    await after.sendForm(`${own.page}/file/take-away`);
    expect(await posterOf(own)).toBeUndefined();
    await after.close();
  });

  test('sees why nobody else sees it yet', async () => {
    const own = await acceptedPoster(server, { isPublic: false });
    await sendPoster(server, own.page);
    const { file } = (await posterOf(own)) ?? {};
    expect((await server.openPage(own.page)).words).toContain(said.states.noPage);
    server.clock.advance(MINUTE);
    expect((await fetch(`${server.origin}/posters/${file?.id}.pdf`)).status).toBe(404);
  });

  atOnce('has one poster and one file, also after six forms at the same moment', async () => {
    const own = await acceptedPoster(server);
    const stored = (await server.files.listStored()).length;
    const forms = Array.from({ length: 6 }, (_, at) =>
      sendPoster(server, own.page, { bytes: drawnPdf({ content: `0 0 ${at} ${at} re f` }) }),
    );
    const statuses = (await Promise.all(forms)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from(statuses, () => 303));
    expect((await server.files.listStored()).length).toBe(stored + 1);
    expect(await server.files.listStored()).toContain((await posterOf(own))?.file?.fileKey);
  });
});

test('a talk and an abstract without a decision have no poster, and nobody changes that of somebody else', async () => {
  const talk = await newAbstract(server);
  expect((await sendPoster(server, `${talk.path}/poster`)).status).toBe(409);
  await decide(server, talk.id, 'ACCEPTED');
  expect((await sendPoster(server, `${talk.path}/poster`)).status).toBe(409);
  expect((await server.openPage(talk.path)).text).not.toContain('/poster');
  const unknown = await server.openPage(`/abstract/${'0'.repeat(26)}/poster`);
  expect(unknown.status).toBe(404);
});

test.each([
  ['withdrawn', (own: Own) => server.sendForm(`${own.path}/withdraw`)],
  ['taken off the website', (own: Own) => server.sendForm(own.form, { step: 'end' })],
  [
    'taken down',
    (own: Own) => server.organise('takedown', own.reference, '--reason', 'A figure', '--send'),
  ],
])('a poster that is %s is on no page within a minute, and leaves the store', async (_, act) => {
  const own = await acceptedPoster(server);
  await sendPoster(server, own.page);
  const { file } = (await posterOf(own)) ?? {};
  expect((await seen(own)).text).toContain(`/posters/${file?.id}.pdf`);
  await act(own);
  expect((await seen(own)).status).toBe(410);
  expect((await fetch(`${server.origin}/posters/${file?.id}.pdf`)).status).toBe(404);
  expect(await removeGone()).toBe(1);
  expect(await posterOf(own)).toBeUndefined();
  expect(await server.files.listStored()).not.toContain(file?.fileKey);
  expect(await removeGone()).toBe(0);
});
type Own = Awaited<ReturnType<typeof acceptedPoster>>;

test('an organiser lists posters, and takes one down with a reason while its page stays', async () => {
  const own = await acceptedPoster(server, { number: 'P07' });
  await sendPoster(server, own.page);
  const { file } = (await posterOf(own)) ?? {};
  const line = `${own.reference}  Poster P07  Chains that heal, Foyer, board 1, back, poster.pdf, its picture is being made`;
  expect(await server.organise('posters')).toContain(line);
  const taking = [
    'posters',
    own.reference,
    '--take-down',
    '--reason',
    'An owner of a figure asked.',
  ];
  expect(await server.organise(...taking)).toContain('its files deleted');
  expect(await posterOf(own)).toMatchObject({ file: { id: file?.id } });
  const ends = await server.organise('takedown', own.reference, '--reason', 'All');
  expect(ends).toContain('Its poster would be deleted');
  expect((await server.openPage(own.form)).words).toContain(said.deletedWithPage);
  expect(await server.organise(...taking, '--send')).toContain('Taken down.');
  const mails = await server.mailsAbout('abstract-taken-down', own.reference);
  expect(JSON.stringify(mails)).toContain('An owner of a figure asked.');
  const { status, text } = await seen(own);
  expect([status, text.includes('.pdf')]).toEqual([200, false]);
  expect((await fetch(`${server.origin}/posters/${file?.id}.pdf`)).status).toBe(404);
  const reason = `${said.states.takenDown} An owner of a figure asked.`;
  expect((await server.openPage(own.page)).words).toContain(reason);
  expect(await removeGone()).toBe(0);
  await expect(server.organise(...taking, '--send')).rejects.toThrow('shows no poster');
  await sendPoster(server, own.page);
  expect((await server.openPage(own.page)).words).toContain(said.states.shown);
});

test('a poster waits for its scan, and an infected one is shown to nobody', async () => {
  const at = await startTestSite({ content: conferenceWithPosters(), hasScanner: true });
  const own = await acceptedPoster(at);
  await sendPoster(at, own.page);
  const { file } = (await posterOf(own, at)) ?? {};
  const path = `${at.origin}/posters/${file?.id}.pdf`;
  expect((await fetch(path)).status).toBe(404);
  expect((await at.openPage(own.page)).words).toContain(said.states.scanning);
  const room = { db: at.db, store: at.files.store, clock: at.clock.now, log: () => undefined };
  const scan = async () => ({ isInfected: false }) as const;
  const { signal } = new AbortController();
  expect(await scanDueFiles('posters', 'a poster', { ...room, scan }, signal)).toBe(1);
  at.clock.advance(MINUTE);
  expect((await fetch(path)).status).toBe(200);
  await at.db.updateTable('posters').set({ scan: 'INFECTED' }).execute();
  expect((await fetch(path)).status).toBe(404);
  expect((await at.openPage(own.page)).words).toContain(said.states.refused);
});

test('a poster is in the data of its author, and an erasure removes its file', async () => {
  const own = await acceptedPoster(server);
  await sendPoster(server, own.page);
  const rows = await rowsOfPerson(server.db, own.email);
  expect(rows.posters).toMatchObject([{ file_name: 'poster.pdf', licence: 'CC BY 4.0' }]);
  const folder = testFolder();
  const missing = await missingFiles(server.db, { id: server.files.store.id, folder });
  expect(missing).toContain(`the poster of the abstract ${own.id}`);
  const { file } = (await posterOf(own)) ?? {};
  await inTransaction(server.db, async (tx) => {
    await recordFileRemovals(tx, [own.id]);
    await tx.deleteFrom('abstracts').where('id', '=', own.id).execute();
  });
  await removeRecordedFiles(server.db, server.files.store);
  expect(await server.files.listStored()).not.toContain(file?.fileKey);
});
