import { describe, expect, test } from 'vitest';
import { copiedAddress } from './copied-address.ts';

describe('an address that was copied', () => {
  test.each([
    'Ilse Ketten <ilse@müller.example>;',
    '"Ketten, Ilse (Lab)" <ilse@müller.example>',
    '<mailto:ilse@müller.example>',
    'mailto:ilse@müller.example?subject=Dinner',
    'Ilse [mailto:ilse@müller.example]',
    'Email: ilse@müller.example.',
    '„ilse@müller.example“',
    ' (ilse\u200b＠müller.example), ',
  ])('%j is read', (copied) => {
    expect(copiedAddress(copied)).toBe('ilse@xn--mller-kva.example');
  });

  test.each([
    '',
    'Ilse',
    "o'neil@lab.example",
    'ilse ketten@lab.example',
    'ilse@lab.example; bo@lab.example',
    'ilse@@lab.example',
  ])('%j is not changed', (typed) => {
    expect(copiedAddress(typed)).toBe(typed);
  });
});
