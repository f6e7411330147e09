import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { makeCalendar } from '#documents/calendar.ts';
import { makeScheduleJson, makeScheduleXml } from '#documents/schedule.ts';
import { readEnv } from '#server/config/env.ts';
import { readAgendaFile } from '#server/content/agenda-file.ts';
import { readConference } from '#tests/support/conference-copy.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { insertContributions } from '#tests/support/published-contribution.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const [one, two, four] = ['AB26-0000-0001', 'AB26-0000-0002', 'AB26-0000-0004'];
const page = (reference: string) => `/contributions/${reference}`;
const idOf = (reference: string) =>
  `contribution${reference.replaceAll(/\D/g, '').slice(2).padStart(14, '0')}`;

/** A conference with three talks and two posters, each with a page of its own. */
async function conference(from = '2020-01-01') {
  const root = testFolder();
  const folder = join(root, 'conference');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  editContent(join(folder, 'conference.yaml'), [[['abstracts', 'website'], { from }]]);
  const content = readConference(folder);
  const server = await startTestSite({ content });
  await insertContributions(server, 5);
  const file = join(folder, 'agenda.yaml');
  const context = { ...testContext(server), env: readEnv({ CONTENT_DIR: folder }) };
  return {
    server,
    folder,
    file,
    agenda: (...options: string[]) => organise(context, 'agenda', ...options),
    links: () =>
      Object.fromEntries(
        readAgendaFile(readFileSync(file, 'utf8')).items.map(({ abstract, values }) => [
          abstract,
          values['link'],
        ]),
      ),
    /** The address of each contribution in a list of citations. */
    async addresses(url?: string) {
      const path = join(root, `${url?.length ?? 0}.json`);
      editContent(join(folder, 'conference.yaml'), [[['abstracts', 'book'], { url }]]);
      const settings = { ...context, content: readConference(folder) };
      await organise(settings, 'book', '--csl', path, '--all');
      const items: { id: string; URL?: string }[] = JSON.parse(readFileSync(path, 'utf8'));
      return Object.fromEntries(items.map((item) => [item.id, item.URL]));
    },
  };
}

test('talks of the agenda lead to their pages, as long as these are there, and an edit by hand stays', async () => {
  const { server, folder, file, agenda, links } = await conference();
  const silent = server.db.updateTable('contributions').set({ consented_at: null });
  await silent.where('abstract_id', '=', idOf(two)).execute();
  const untold = server.db.updateTable('decisions').set({ told_at: null, told_outcome: null });
  await untold.where('abstract_id', '=', idOf(four)).execute();
  await agenda('--yes');
  expect(links()).toEqual({ [one]: page(one), [two]: undefined, [four]: undefined });

  const content = readConference(folder);
  expect(makeScheduleXml(content)).toContain(`<url>${SITE_ORIGIN}${page(one)}</url>`);
  expect(makeScheduleJson(content)).toContain(`"url":"${SITE_ORIGIN}${page(one)}"`);
  const calendar = makeCalendar(content).replaceAll('\r\n ', '');
  expect(calendar).toContain(`URL:${SITE_ORIGIN}${page(one)}\r\n`);
  expect(calendar.match(/URL:\S+\/agenda#/g)).toHaveLength(4);

  await server.organise('takedown', one, '--reason', 'A figure of others', '--send');
  expect(await agenda('--yes')).toContain(`link "${page(one)}" becomes nothing`);
  expect(links()[one]).toBeUndefined();
  await server.organise('takedown', one, '--undo', '--yes');
  await agenda('--yes');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(`link: ${page(one)}`, 'link: /speakers'));
  await server.organise('takedown', one, '--reason', 'A figure of others', '--send');
  expect(await agenda('--yes')).toContain('link "/speakers" was edited by hand and stays');
  expect(links()[one]).toBe('/speakers');
});

test('talks lead to pages that are not public yet, and these say from when', async () => {
  const { server, agenda, links } = await conference('2999-01-01');
  await agenda('--yes');
  expect(links()).toEqual({ [one]: page(one), [two]: page(two), [four]: page(four) });
  for (const reference of [one, 'AB26-NONE']) {
    const early = await server.openPage(page(reference));
    expect(early.status).toBe(404);
    expect(early.words).toContain('2999');
  }
});

test('a citation of the book has the address of the page, unless the settings name one for each', async () => {
  needsFeatures('book');
  const { server, addresses } = await conference();
  const silent = server.db.updateTable('contributions').set({ consented_at: null });
  await silent.where('abstract_id', '=', idOf(two)).execute();
  const onSite = `${server.origin}${page(one)}`;
  expect(await addresses()).toMatchObject({ [one]: onSite, [two]: undefined });
  const whole = 'https://summit.example/book';
  expect(await addresses(whole)).toMatchObject({ [one]: onSite, [two]: whole });
  expect(await addresses(`${whole}/{reference}`)).toMatchObject({ [one]: `${whole}/${one}` });
});
