import { expect, test } from 'vitest';
import { accent } from './accent.ts';

test('the accent of the sample conference gives its four shades', () => {
  const shades = {
    light: '#b93a16',
    lightDeep: '#96290b',
    dark: '#f47a50',
    darkDeep: '#ff9670',
  };
  expect(accent.parse('#b93a16')).toEqual(shades);
});

test.each(['#1f4fd8', '#00695c', '#7b1fa2', '#222222', 'oklch(45% 0.2 290)'])(
  '%s is an accent',
  (colour) => {
    const shades = Object.values(accent.parse(colour));
    expect(shades).toEqual(shades.map(() => expect.stringMatching(/^#[0-9a-f]{6}$/)));
    expect(new Set(shades).size).toBe(4);
  },
);

test.each([
  ['orange', /^expected a colour such as "#b93a16"/],
  ['#b93', /^expected a colour such as/],
  ['url(https://example.org)', /^expected a colour such as/],
])('%s is refused', (colour, message) => {
  expect(accent.safeParse(colour).error?.issues[0]?.message).toMatch(message);
});
