import { expect, test } from 'vitest';
import { usedStyles } from './used-styles.ts';

const used = (styles: string) =>
  usedStyles(styles, { layer: 'own', names: new Set(['shown', 'sm:shown']) });

test('rules of other classes go, and the others stay in their order', () => {
  expect(used('p{a:b}.other{a:b}.shown,.other{a:b}.shown .other{a:b}')).toBe(
    'p{a:b}.shown,.other{a:b}',
  );
  expect(used('@media print{.other{a:b}.sm\\:shown:not(.other){a:b}}')).toBe(
    '@media print{.sm\\:shown:not(.other){a:b}}',
  );
});

test('a layer keeps its place, also without rules and behind a licence', () => {
  expect(
    used('/*! A licence */@layer first{.other{a:b}}@layer own{.other{a:b}}@layer last{p{a:b}}'),
  ).toBe('@layer first;@layer own{.other{a:b}}@layer last{p{a:b}}');
});
