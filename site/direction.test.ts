import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Class names and properties that name the left or the right side. The logical ones follow the language: ms-, inset-inline-start. */
const PHYSICAL =
  /(?<![\w-])(?:-?[mp][lr]-[\w[(]|-?(?:left|right)-[\d[(]|(?:border|rounded)-[lr](?![a-z])|rounded-[tb][lr](?![a-z])|text-(?:left|right)(?![\w-])|float-(?:left|right)(?![\w-])|(?:margin|padding|border)-(?:left|right)\b|(?:left|right): [\d-]|(?:text-align|float|clear): (?:left|right))/g;

test('no style of the site names the left or the right side', () => {
  const found = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:css|tsx)$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => physicalIn(readFileSync(join(import.meta.dirname, file), 'utf8'), file));
  expect(found).toEqual([]);
});

test.each(['ml-2', '@5xl:-mr-8', 'sm:border-l', 'rounded-r-edge', 'left: 0', 'text-align: right'])(
  '%s is such a style',
  (style) => {
    expect(physicalIn(style)).toHaveLength(1);
  },
);

function physicalIn(text: string, file = ''): string[] {
  return [...text.matchAll(PHYSICAL)].map(([style]) => `${file}: ${style}`);
}
