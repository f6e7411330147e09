import { describe, expect, test } from 'vitest';
import { numbersIn, requirementsIn, unshownRequirements } from './named-requirements.ts';

const table = `
| number | requirement | shown by                              |
| ------ | ----------- | ------------------------------------- |
| R1     | Commits     | \`a.test.ts\`, \`npm run test:faults\`      |
| R2     | Mails       | \`npm run test:faults\`                     |
`;
const mistakes = (named: Record<string, string>) =>
  unshownRequirements(
    requirementsIn(table),
    new Map(Object.entries(named).map(([path, code]) => [path, numbersIn(code)])),
  );
const name = (number: string) => `test('${number}: it holds', () => {});`;

describe('the table of requirements', () => {
  test('is right when each number is in the name of a test in the named file', () => {
    expect(mistakes({ 'a.test.ts': name('R1'), 'b.test.ts': name('R2') })).toEqual([]);
    expect(mistakes({ 'a.test.ts': name('R1, R2') })).toEqual([]);
  });

  test.each([
    [{ 'a.test.ts': name('R1') }, 'no test has R2 in its name'],
    [{ 'a.test.ts': `${name('R1')} // R2: in a remark` }, 'no test has R2 in its name'],
    [{ 'b.test.ts': name('R1, R2') }, 'a.test.ts is said to show R1, and no name'],
    [{ 'a.test.ts': name('R1, R2, R99') }, 'a.test.ts has a test of R99, which the table'],
  ])('is wrong for %j', (named, words) => {
    expect(mistakes(named as Record<string, string>)).toEqual([expect.stringContaining(words)]);
  });
});
