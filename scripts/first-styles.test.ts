import { expect, test } from 'vitest';
import { policyOf } from '#server/http/pages.ts';
import { withFirstStyles } from './first-styles.ts';

const font = '@font-face{font-family:Ours;src:url(/assets/ours.woff2)}';
const local = '@font-face{font-family:Theirs;src:local(Arial)}';
const used = '@layer base,utilities;@layer base{h1{margin:0}}@layer utilities{.a\\>b{margin:1px}';
const styles = `${font}${local}${used}.unused{margin:2px}}`;
const page = `<head><style>${styles}</style></head><body><p class="x a&gt;b">$&</p></body>`;

test('before the first paint a page has the rules for what is on it, without the fonts to load', () => {
  const [head = '', body = ''] = withFirstStyles(page).split('</head>');
  expect(head).toContain(`<style>${local}${used}}`);
  expect(head).not.toContain('url(');
  expect(body).toContain('<p class="x a&gt;b">$&</p>');
});

test('all styles wait in a template, and visitors without scripts get the fonts at once', () => {
  const html = withFirstStyles(page);
  expect(html).toContain(`<template id="styles"><style>${styles}`);
  expect(html).toContain(`<noscript><style>${font}`);
  // The parts that the first frame skips come back with both.
  expect(html.match(/content-visibility:visible/g)).toHaveLength(2);
});

test('the policy of the page allows its three styles and the script that appends them', () => {
  expect(policyOf(withFirstStyles(page)).match(/'sha256-/g)).toHaveLength(4);
});
