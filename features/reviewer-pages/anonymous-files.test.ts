import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentIn } from '#tests/support/fixture-content.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aForm } from '#tests/support/author.ts';

const PAGES = '  reviewer_pages: { until: 2026-02-20 }\n';

function folderWith(keys: string): string {
  const folder = testFolder();
  cpSync('tests/support/content', folder, { recursive: true });
  const file = join(folder, 'conference.yaml');
  const written = readFileSync(file, 'utf8');
  writeFileSync(file, written.replace('\nabstracts:\n', `\nabstracts:\n${keys}`));
  return folder;
}

test.each([
  ['blind reviews on pages', PAGES, true],
  ['open reviews on pages', `${PAGES}  review: { blind: false }\n`, false],
  ['blind reviews in workbooks', '', false],
])('%s: authors are asked to leave their names out of the file: %s', async (_, keys, asks) => {
  const content = contentIn(folderWith(keys));
  expect(content.conference.hidesAuthors).toBe(asks);
  const server = await startTestSite({ content });
  const form = aForm();
  await server.submit({ form });
  const mail = (await server.listMessages(10)).find(({ recipient }) => recipient === form['email']);
  const { blind } = content.mails.abstractReceived;
  expect(mail?.content.text.replaceAll(/\s+/g, ' ').includes(blind)).toBe(asks);
  await server.close();
});
