import { expect, test } from 'vitest';
import { importsOf } from './imports-of.ts';

test('every form of import is found, with its line', () => {
  const code = [
    `import type { A } from './a.ts';`,
    `import './b.css';`,
    `export { c } from "./c.ts";`,
    `export * from './d.ts';`,
    `export const e = () => import('./e.ts');`,
    `export const f = <p title="from './not.ts'">{\`import '\${e}'\`}</p>;`,
  ].join('\n');
  expect(importsOf('page.tsx', code)).toEqual([
    { specifier: './a.ts', line: 1 },
    { specifier: './b.css', line: 2 },
    { specifier: './c.ts', line: 3 },
    { specifier: './d.ts', line: 4 },
    { specifier: './e.ts', line: 5 },
  ]);
});

test('a file that cannot be parsed is named', () => {
  expect(() => importsOf('broken.ts', 'import {')).toThrow('broken.ts cannot be read');
});
