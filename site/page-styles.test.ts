import { expect, test } from 'vitest';
import { withOwnStyles } from './page-styles.ts';

const styles = [
  '@layer base{h1{margin:0}}@layer utilities{.mt-4{margin-top:1rem}}@layer components{.button{color:red}}',
  '@layer parts.agenda{.entry{display:grid}@media print{.entry-text{display:none}}}',
  '@layer parts.home{.hero .button{padding:0}}',
  '@media print{html{font-size:78%}}@property --x{inherits:false}',
];
const page = (classes: string) =>
  `<head><style>${styles.join('')}</style></head><body><p class="${classes}">$& $1</p></body>`;

test('a page keeps the styles of a part if it has a class of the part', () => {
  expect(withOwnStyles(page('button entry'))).toBe(
    page('button entry').replace(styles[2] ?? '', ''),
  );
  expect(withOwnStyles(page('entry-text hero'))).toBe(page('entry-text hero'));
});

test('a class that the part only names within its own does not count', () => {
  expect(withOwnStyles(page('button mt-4'))).toBe(
    page('button mt-4').replace(`${styles[1]}${styles[2]}`, ''),
  );
});
