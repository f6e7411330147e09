import { expect, test } from 'vitest';
import { withOwnStyles } from './page-styles.ts';

const styles = [
  '@layer base{h1{margin:0}}@layer utilities{.mt-4{margin-top:1rem}',
  '.col-span-3{grid-column:span 3}',
  '.sm\\:mt-\\[2px\\]{margin:2px}',
  '}@layer parts.agenda{.entry{display:grid}@media print{.entry .entry-text{display:none}}}',
  '@media print{html{font-size:78%}}@property --x{inherits:false}',
];
const page = (rules: string, classes: string) =>
  `<head><style>${rules}</style></head><body><p class="${classes}">$& $1</p></body>`;
const own = (classes: string, scripts: string[] = []) => {
  const styled = withOwnStyles(page(styles.join(''), classes), scripts);
  return /<style>(.*)<\/style>/.exec(styled)?.[1];
};

test('a page keeps the rules for its classes, and those without a class', () => {
  expect(own('mt-4 entry')).toBe(
    styles
      .join('')
      .replace(`${styles[1]}${styles[2]}`, '')
      .replace('@media print{.entry .entry-text{display:none}}', ''),
  );
});

test('a layer without a rule keeps its place', () => {
  expect(own('mt-4')).toContain('@layer parts.agenda;');
});

test('a page keeps the rules for the classes in its scripts', () => {
  const scripts = ['jsx("i",{className:`entry-text entry ${open?"sm:mt-[2px]":""}`})'];
  expect(own('mt-4', scripts)).toBe(styles.join('').replace(`${styles[1]}`, ''));
});

test('a page keeps the rules for all classes with a beginning that its scripts complete', () => {
  expect(own('mt-4', ['`col-span-${columns}`'])).toContain(styles[1]);
  expect(own('mt-4', ['"col-spa"'])).not.toContain(styles[1]);
});

test('a comment before the first rule does not hide its layer', () => {
  const first = '@layer properties{*,:before{--tw-x:0}}';
  const html = page(`/*! v4.1.2 | MIT */\n${first}`, 'mt-4');
  expect(withOwnStyles(html, [])).toBe(page(first, 'mt-4'));
});

test('the rest of the page stays as it is', () => {
  expect(withOwnStyles(page('.a{b:c}', 'a'), [])).toBe(page('.a{b:c}', 'a'));
});
