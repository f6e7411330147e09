import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { acceptedPoster, conferenceWithPosters } from '#tests/support/sent-poster.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { boardsByNumber } from './poster-boards.ts';

const walls = [
  { name: 'Foyer', boards: 1, sides: 2 },
  { name: 'Gallery', boards: 2, sides: 1 },
];
const server = await startTestSite({ content: conferenceWithPosters({ walls }) });
const folder = testFolder();

test('numbers hang wall by wall, and on both sides of a board', () => {
  const boards = boardsByNumber({ walls }, ['P1', 'P2', 'P3', 'P4', 'P5']);
  expect([...boards].map(([number, board]) => [number, ...Object.values(board)])).toEqual([
    ['P1', 'Foyer', 1, 'front'],
    ['P2', 'Foyer', 1, 'back'],
    ['P3', 'Gallery', 1, undefined],
    ['P4', 'Gallery', 2, undefined],
  ]);
});

test('the plan and the labels have each poster, and say which one has no place', async () => {
  const plan = join(folder, 'plan.pdf');
  await expect(server.organise('posters', '--plan', plan)).rejects.toThrow(
    'No poster has a number',
  );
  const own = await acceptedPoster(server, { title: 'Chains that heal', number: 'P9' });
  const withdrawn = await acceptedPoster(server, { title: 'Gone', number: 'P10' });
  await server.sendForm(`${withdrawn.path}/withdraw`);
  await acceptedPoster(server, { title: 'Gels', number: 'P11' });
  expect(await server.ran('posters', '--plan', plan)).toMatchObject({
    code: 0,
    text: `${plan}: posters: 2, places: 4.\n`,
  });
  const pdf = readFileSync(plan);
  expect(pdf.toString('latin1')).toContain('[0 0 1190.55 841.89]');
  const lines = linesOfPdf(pdf).join('\n');
  for (const words of ['Foyer', 'Gallery', 'P9', 'Chains that heal', 'Gels', 'free']) {
    expect(lines).toContain(words);
  }
  expect(lines).not.toContain('Gone');
  await expect(server.organise('posters', '--plan', plan)).rejects.toThrow('exists');
  for (const number of ['P12', 'P13', undefined]) await acceptedPoster(server, { number });
  const small = join(folder, 'small.pdf');
  const { code, text } = await server.ran('posters', '--plan', small, '--paper', 'a4');
  expect(code).toBe(1);
  expect(text).toContain('Without a board: P13.\nPosters without a number: 1.');
  const labels = join(folder, 'labels.pdf');
  const printed = await server.ran('posters', '--labels', labels);
  expect(printed.text).toContain(`${labels}: labels: 4, pages: 2.`);
  expect(linesOfPdf(readFileSync(labels)).join('\n')).toContain('Foyer, board 1, front');
  // The board of a poster is on its author's page.
  expect((await server.openPage(own.path)).words).toContain('its place is Foyer, board 1, front');
});

test('a hall without boards has no plan', async () => {
  const bare = conferenceWithPosters({ walls: [] });
  const other = await startTestSite({ content: bare, beside: server });
  const path = join(folder, 'none.pdf');
  await expect(other.organise('posters', '--plan', path)).rejects.toThrow(
    '`walls` below `posters`',
  );
  await other.close();
});
