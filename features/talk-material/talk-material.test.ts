import { beforeAll, describe, expect } from 'vitest';
import type { Content } from '#contract/content.ts';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { DAY } from '#contract/time-spans.ts';
import { recordFileRemovals } from '#server/privacy/removals.ts';
import { missingFiles } from '#server/files/missing-files.ts';
import { removeRecordedFiles } from '#server/files/recorded-removals.ts';
import { scanDueFiles } from '#server/operations/scan-due-files.ts';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { rowsOfPerson } from '#server/privacy/person-rows.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atOnce, test } from '#tests/support/at-once.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { conferenceAhead, decide, newAbstract } from '#tests/support/own-abstract.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { materialOf as partOfPage } from './public-material.ts';
import { materialOfAbstract } from './talk-material.ts';

type Material = NonNullable<Content['conference']['abstracts']['material']>;
const today = new Date().toISOString().slice(0, 10);
const licences = [
  { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  { name: '© the authors' },
];

function withMaterial(traits: Partial<Material> = {}, content = conferenceAhead()): Content {
  const { conference } = content;
  const material: Material = { licences, ...traits };
  return {
    ...content,
    conference: { ...conference, abstracts: { ...conference.abstracts, material } },
  };
}

let server: TestSite;
beforeAll(async () => {
  server = await startTestSite({ content: withMaterial() });
  return server.close;
});

async function accepted(at = server) {
  const abstract = await newAbstract(at);
  await decide(at, abstract.id, 'ACCEPTED');
  const { reference } = await at.db
    .selectFrom('abstracts')
    .select('reference')
    .where('id', '=', abstract.id)
    .executeTakeFirstOrThrow();
  return { ...abstract, reference, page: `${abstract.path}/material` };
}

const link = {
  kind: 'recording',
  url: 'https://video.example/talk?x=1',
  title: 'Recording of the talk',
  licence: 'CC BY 4.0',
  from: '',
  consent: 'yes',
};

async function sendSlides(
  path: string,
  {
    name = 'talk.pdf',
    bytes = aPdf(900, name),
    ...entries
  }: { name?: string; bytes?: Buffer; [entry: string]: unknown } = {},
  at = server,
) {
  const body = new FormData();
  const typed = { title: 'Slides', licence: '© the authors', from: '', consent: 'yes', ...entries };
  for (const [field, text] of Object.entries(typed)) body.append(field, String(text));
  body.append('abstractFile', new Blob([new Uint8Array(bytes)]), name);
  const request = { method: 'POST', body, redirect: 'manual' } as const;
  const answer = await fetch(`${at.origin}${path}/file`, request);
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    text: await answer.text(),
  };
}

const materialOf = ({ id }: { id: string }, at = server) => materialOfAbstract(at.db, id);

/** The part of the page of a contribution. */
async function partOf(
  { id }: { id: string },
  at = server,
  content = at.content,
): Promise<string | undefined> {
  const files = { hasScanner: false, storeId: at.files.store.id };
  const now = timestamp(at.clock.now());
  const { db } = at;
  return (await partOfPage({ db, content, now, files }, id))?.markup;
}

describe('an author of an accepted abstract', () => {
  test('adds a recording and slides, and takes each away at any moment', async () => {
    const own = await accepted();
    expect((await server.openPage(own.path)).text).toContain(own.page);
    expect((await server.sendForm(`${own.page}/link`, link)).location).toBe(
      `${own.page}?done=added`,
    );
    expect((await sendSlides(own.page)).location).toBe(`${own.page}?done=added`);
    const [recording, slides] = await materialOf(own);
    expect(recording).toMatchObject({ number: 1, kind: 'recording', consent: 'author' });
    const part = await partOf(own);
    expect(part).toContain('href="https://video.example/talk?x=1"');
    expect(part).toContain('rel="license">CC BY 4.0</a>');
    // No sign of another script joins the facts of a line.
    const inJapanese = await partOf(own, server, { ...server.content, language: 'ja' });
    expect(inJapanese).toContain('Recording、<a');
    const { text: ownPage } = await server.openPage(own.page);
    expect(ownPage).toContain('<span class="receipt-note">Recording, CC BY 4.0</span>');
    const file = `/material/${slides?.id}.pdf`;
    expect(part).toContain(file);
    const answer = await fetch(server.origin + file);
    expect([
      answer.status,
      ...[
        'content-type',
        'content-security-policy',
        'content-disposition',
        'x-content-type-options',
      ].map((name) => answer.headers.get(name)),
    ]).toEqual([
      200,
      'application/pdf',
      "sandbox; default-src 'none'; frame-ancestors 'none'",
      `attachment; filename="${slides?.id}.pdf"`,
      'nosniff',
    ]);
    const stored = (await server.files.listStored()).length;
    await server.sendForm(`${own.page}/${slides?.id}/take-away`);
    await server.sendForm(`${own.page}/${slides?.id}/take-away`);
    expect((await fetch(server.origin + file)).status).toBe(404);
    expect((await server.files.listStored()).length).toBe(stored - 1);
    await server.sendForm(`${own.page}/${recording?.id}/take-away`);
    expect(await materialOf(own)).toEqual([]);
    expect(await partOf(own)).toBeUndefined();
    const acts = await server.listActivities();
    expect(JSON.stringify(acts)).toContain('takes slides away: Slides');
  });

  test('reads each mistake beside its field, and nothing is saved', async () => {
    const own = await accepted();
    const wrong = await server.sendForm(`${own.page}/link`, {
      kind: 'recording',
      url: 'http://user:secret@video.example',
      title: '',
      licence: 'Mine',
      from: '31.12.2026',
    });
    expect(wrong.status).toBe(400);
    const { mistakes } = fixtureContent.yourAbstract.material;
    for (const words of [
      mistakes.title,
      mistakes.url,
      mistakes.from,
      mistakes.licence,
      mistakes.consent,
    ]) {
      expect(wrong.words).toContain(words);
    }
    for (const url of ['javascript:alert(1)', 'https://localhost/x', 'ftp://a.example']) {
      expect((await server.sendForm(`${own.page}/link`, { ...link, url })).status).toBe(400);
    }
    for (const sent of [
      { name: 'talk.pptx' },
      { name: 'talk.pdf', bytes: Buffer.from('<html><script>1</script>') },
      { consent: '' },
    ]) {
      expect((await sendSlides(own.page, sent)).status).toBe(400);
    }
    expect(await materialOf(own)).toEqual([]);
  });

  test('sets a day before which nobody sees it', async () => {
    const at = await startTestSite({ content: withMaterial() });
    const own = await accepted(at);
    await sendSlides(own.page, { from: dayAfter(today, 5) }, at);
    const [slides] = await materialOf(own, at);
    const file = `${at.origin}/material/${slides?.id}.pdf`;
    expect(await partOf(own, at)).toBeUndefined();
    expect((await fetch(file)).status).toBe(404);
    expect((await at.openPage(own.page)).words).toContain('on the page of your contribution');
    at.clock.advance(7 * DAY);
    expect((await fetch(file)).status).toBe(200);
    expect(await partOf(own, at)).toContain('Slides');
  });

  test('adds within the times of the conference only, and takes away also afterwards', async () => {
    const own = await accepted();
    await server.sendForm(`${own.page}/link`, link);
    const late = withMaterial({ until: { day: dayAfter(today, -1) } });
    const after = await startTestSite({ content: late, beside: server });
    expect((await after.openPage(own.page)).words).toContain('Adding material closed');
    expect((await after.sendForm(`${own.page}/link`, link)).status).toBe(409);
    const [recording] = await materialOf(own);
    await after.sendForm(`${own.page}/${recording?.id}/take-away`);
    expect(await materialOf(own)).toEqual([]);
    await after.close();
    const without = await startTestSite({ content: conferenceAhead(), beside: server });
    expect((await without.openPage(own.page)).status).toBe(404);
    expect((await without.openPage(own.path)).text).not.toContain('/material');
    await without.close();
  });

  atOnce('never has more than eight, also with ten forms at the same moment', async () => {
    const own = await accepted();
    const forms = Array.from({ length: 10 }, () => server.sendForm(`${own.page}/link`, link));
    const statuses = (await Promise.all(forms)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(8);
    expect((await materialOf(own)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

test('an abstract that is not accepted, or withdrawn, has and shows none', async () => {
  const received = await newAbstract(server);
  expect((await server.sendForm(`${received.path}/material/link`, link)).status).toBe(409);
  const own = await accepted();
  await sendSlides(own.page);
  const [slides] = await materialOf(own);
  await server.sendForm(`${own.path}/withdraw`);
  expect((await fetch(`${server.origin}/material/${slides?.id}.pdf`)).status).toBe(404);
  // Another author cannot take it away.
  const other = await accepted();
  await server.sendForm(`${other.page}/${slides?.id}/take-away`);
  expect(await materialOf(own)).toHaveLength(1);
});

test('slides wait for their scan, and infected ones are shown to nobody', async () => {
  const at = await startTestSite({ content: withMaterial(), hasScanner: true });
  const own = await accepted(at);
  await sendSlides(own.page, {}, at);
  const [slides] = await materialOf(own, at);
  const file = `${at.origin}/material/${slides?.id}.pdf`;
  expect((await fetch(file)).status).toBe(404);
  expect((await at.openPage(own.page)).words).toContain('is being checked for viruses');
  const room = { db: at.db, store: at.files.store, clock: at.clock.now, log: () => undefined };
  const { signal } = new AbortController();
  const clean = async () => ({ isInfected: false }) as const;
  expect(await scanDueFiles('talk_material', 'slides', { ...room, scan: clean }, signal)).toBe(1);
  expect((await fetch(file)).status).toBe(200);
  await at.db.updateTable('talk_material').set({ scan: 'INFECTED' }).execute();
  expect((await fetch(file)).status).toBe(404);
  expect((await at.openPage(own.page)).words).toContain('the virus scanner has refused the file');
});

describe('an organiser', () => {
  test('adds a recording and slides for an author who agreed, and takes material down with a reason', async () => {
    const own = await accepted();
    const about = [own.reference, '--agreed', 'by mail of June 2', '--title', 'Talk'];
    const adding = ['material', ...about, '--link', 'https://video.example/9'];
    expect(await server.organise(...adding)).toContain('The author agreed: by mail of June 2');
    expect(await materialOf(own)).toEqual([]);
    await server.organise(...adding, '--yes');
    const path = join(testFolder(), 'slides.pdf');
    await writeFile(path, aPdf(900, 'slides'));
    await server.organise('material', ...about, '--slides', path, '--yes');
    const [recording, slides] = await materialOf(own);
    expect(recording).toMatchObject({ consent: 'by mail of June 2', licence: 'CC BY 4.0' });
    expect(await server.organise('material')).toContain(`${own.reference}  2  Talk, slides.pdf`);
    const taking = [
      'material',
      own.reference,
      '--take-down',
      '2',
      '--reason',
      'A rights holder asked.',
    ];
    expect(await server.organise(...taking)).toContain('and its file deleted');
    expect(await server.organise(...taking, '--send')).toContain('Taken down.');
    const mails = await server.mailsAbout('abstract-taken-down', own.reference);
    expect(JSON.stringify(mails)).toContain('A rights holder asked.');
    expect((await fetch(`${server.origin}/material/${slides?.id}.pdf`)).status).toBe(404);
    expect((await server.openPage(own.page)).words).toContain(
      'Taken down by the organisers: A rights holder asked.',
    );
    await expect(server.organise(...taking, '--send')).rejects.toThrow('shows no material 2');
    const wrong = ['material', ...about, '--link', 'http://a.example'];
    await expect(server.organise(...wrong)).rejects.toThrow('Please check: url');
  });

  test('finds material in the data of its author, and an erasure removes its files', async () => {
    const own = await accepted();
    await sendSlides(own.page);
    const rows = await rowsOfPerson(server.db, own.email);
    expect(rows.talk_material).toMatchObject([{ title: 'Slides', file_name: 'talk.pdf' }]);
    const [slides] = await materialOf(own);
    const folder = testFolder();
    const missing = await missingFiles(server.db, { id: server.files.store.id, folder });
    expect(missing).toContain(`the slides of the abstract ${own.id}`);
    const stored = await server.files.listStored();
    expect(stored).toContain(slides?.file?.fileKey);
    await inTransaction(server.db, async (tx) => {
      await recordFileRemovals(tx, [own.id]);
      await tx.deleteFrom('abstracts').where('id', '=', own.id).execute();
    });
    await removeRecordedFiles(server.db, server.files.store);
    expect(await server.files.listStored()).not.toContain(slides?.file?.fileKey);
  });
});
