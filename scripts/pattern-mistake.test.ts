import { describe, expect, test } from 'vitest';
import { patternMistake, patternsIn } from './pattern-mistake.ts';

const mistakes = (code: string) => patternsIn('a.ts', code).map(patternMistake);

describe('R54: a pattern', () => {
  test.each([
    String.raw`const a = /^[\w.-]{1,64}@[\w-]{1,63}$/;`,
    String.raw`/^(?:localhost|127\.\d+)$/i.test(host)`,
    String.raw`text.replace(/[^\x20-\x7e]/g, '?')`,
    String.raw`function f(x: RegExp): x is RegExp { return /\p{L}/u.test(String(x)) }`,
  ])('that is linear is accepted: %s', (code) => {
    expect(mistakes(code)).toEqual([undefined]);
  });

  test.each([
    ['exponential', String.raw`const bad = /^(a+)+$/;`],
    ['exponential in a choice', String.raw`/^(?:a|b|ab)*$/.test(name)`],
    ['quadratic', String.raw`name.replace(/\s+$/, '')`],
    ['quadratic between two stars', String.raw`/^.*,.*$/.test(name)`],
  ])('that is %s is refused', (_, code) => {
    expect(mistakes(code)).toEqual([expect.stringContaining(': anchor it')]);
  });

  test.each(['new RegExp(input)', "RegExp('^' + input)"])(
    'that is made at run time is refused: %s',
    (code) => {
      expect(mistakes(code)).toEqual([expect.stringContaining('makes a pattern at run time')]);
    },
  );

  test('is reported with its line', () => {
    expect(patternsIn('a.ts', 'const a = 1;\n\nconst b = /x/;')).toEqual([
      { line: 3, literal: { source: 'x', flags: '' } },
    ]);
  });
});
