import { expect, test } from 'vitest';
import { commands } from './commands.ts';

test.each(commands)('the help of $name begins each call with its name', ({ name, help }) => {
  const [first, ...others] = help.split('npm run --silent organiser -- ');
  for (const call of [first, ...others]) expect(call).toMatch(new RegExp(`^${name}(?: |\\n)`));
});

test('no two commands have one name', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
