import { expect, test } from 'vitest';
import { mailAsText } from './mail-template.ts';

test('the values of plain mails are below each other, whatever the script of their labels is', () => {
  const shades = {
    paper: '#fff',
    raised: '#fff',
    ink: '#000',
    soft: '#333',
    rule: '#ccc',
    accent: '#a00',
    accentDeep: '#800',
    onAccent: '#fff',
  };
  const facts = ['Total', '등록 (학생)', 'お名前', 'ที่นี่'].map((label) => ({ label, text: 'VALUE' }));
  const text = mailAsText({
    language: 'ko',
    colours: { light: shades, dark: shades },
    heading: 'Payment',
    paragraphs: [],
    facts,
    signature: ['Polymer Summit'],
  });
  const blanks = [...text.matchAll(/( +)VALUE/g)].map(([, between = '']) => between.length);
  // The labels are 5, 11, 6 and 2 columns wide.
  expect(blanks).toEqual([9, 3, 8, 12]);
});
