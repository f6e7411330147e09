import { expect, test } from 'vitest';
import { siteFolders } from './folders.ts';

test('without CONTENT_DIR, or with an empty one, the conference is content/ and its pages are in build/content/', () => {
  const folders = siteFolders({});
  expect(folders.content).toMatch(/\/content$/);
  expect(folders.build).toMatch(/\/build\/content$/);
  expect(siteFolders({ CONTENT_DIR: '' })).toEqual(folders);
  expect(siteFolders({ CONTENT_DIR: `${folders.content}/` })).toEqual(folders);
});

test('every other conference has pages of its own', () => {
  const conferences = ['/srv/summit', '/srv/old/summit', '/srv/winter school'];
  const built = conferences.map((CONTENT_DIR) => siteFolders({ CONTENT_DIR }).build);
  expect(new Set([siteFolders({}).build, ...built]).size).toBe(4);
  for (const folder of built) expect(folder).toMatch(/\/build\/(?:summit|winter school)-\w{8}$/);
});
