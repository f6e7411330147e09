import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContent } from '#server/content/read-content.ts';
import { drawPortrait } from './portrait.ts';

const ids = readContent(new URL('../../content/', import.meta.url))
  .speakers.filter(({ id, imageUrl }) => imageUrl === `/portraits/${id}.svg`)
  .map(({ id }) => id);

test.each(ids)('the portrait of %s in public/ is up to date', (id) => {
  const file = new URL(`../../public/portraits/${id}.svg`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(drawPortrait(id));
});

test('an id always gives the same portrait, and different ids give different ones', () => {
  const many = Array.from({ length: 200 }, (_, index) => `somebody-${index}`);
  expect(many.map(drawPortrait)).toEqual(many.map(drawPortrait));
  expect(new Set(many.map(drawPortrait)).size).toBeGreaterThan(190);
});

test('a portrait is a small picture that loads nothing and runs nothing', () => {
  for (const id of [...ids, ...Array.from({ length: 200 }, (_, index) => `somebody-${index}`)]) {
    const svg = drawPortrait(id);
    expect(svg.length).toBeLessThan(4096);
    expect(svg).not.toMatch(/NaN|undefined|<script|<style|href|url\((?!#)/);
  }
});
