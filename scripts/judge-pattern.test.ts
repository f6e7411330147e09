import { describe, expect, test } from 'vitest';
import { judgePattern, patternsIn } from './judge-pattern.ts';

const judge = (code: string) => patternsIn('a.ts', code).map(judgePattern);

describe('R54: a pattern', () => {
  test.each([
    String.raw`const a = /^[\w.-]{1,64}@[\w-]{1,63}$/;`,
    String.raw`/^(?:localhost|127\.\d+)$/i.test(host)`,
    String.raw`text.replace(/[^\x20-\x7e]/g, '?')`,
    String.raw`function f(x: RegExp): x is RegExp { return /\p{L}/u.test(String(x)) }`,
  ])('that is linear is let through: %s', (code) => {
    expect(judge(code)).toEqual([undefined]);
  });

  test.each([
    ['exponential', String.raw`const bad = /^(a+)+$/;`],
    ['exponential in a choice', String.raw`/^(?:a|b|ab)*$/.test(name)`],
    ['quadratic', String.raw`name.replace(/\s+$/, '')`],
    ['quadratic between two stars', String.raw`/^.*,.*$/.test(name)`],
  ])('that is %s is named', (_, code) => {
    expect(judge(code)).toEqual([expect.stringContaining(': anchor it')]);
  });

  test.each(['new RegExp(input)', "RegExp('^' + input)"])(
    'that is made while it runs is named: %s',
    (code) => {
      expect(judge(code)).toEqual([expect.stringContaining('makes a pattern while it runs')]);
    },
  );

  test('is told with its line', () => {
    expect(patternsIn('a.ts', 'const a = 1;\n\nconst b = /x/;')).toEqual([
      { line: 3, literal: { source: 'x', flags: '' } },
    ]);
  });
});
