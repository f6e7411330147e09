import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { compress } from './compress.ts';

test('compressed files exist only beside larger originals', async () => {
  const folder = testFolder();
  const page = '<p>conference</p>'.repeat(100);
  mkdirSync(join(folder, 'speakers'));
  writeFileSync(join(folder, 'speakers/index.html'), page);
  writeFileSync(join(folder, 'tiny.txt'), 'a');
  writeFileSync(join(folder, 'face.avif'), page);

  await compress(folder);

  expect(readdirSync(folder, { recursive: true }).map(String).toSorted()).toEqual([
    'face.avif',
    'speakers',
    'speakers/index.html',
    'speakers/index.html.br',
    'speakers/index.html.gz',
    'tiny.txt',
  ]);
  const packed = join(folder, 'speakers/index.html');
  expect(brotliDecompressSync(readFileSync(`${packed}.br`)).toString()).toBe(page);
  expect(gunzipSync(readFileSync(`${packed}.gz`)).toString()).toBe(page);
});

test('a quick build has larger files, which a whole one makes again', async () => {
  const folder = testFolder();
  const page = Array.from({ length: 900 }, (_, at) => `<p>${at * 7919}</p>`).join('');
  writeFileSync(join(folder, 'page.html'), page);
  const size = () => readFileSync(join(folder, 'page.html.br')).length;
  await compress(folder, { isQuick: true });
  const quick = size();
  await compress(folder);
  expect(size()).toBeLessThan(quick);
});
