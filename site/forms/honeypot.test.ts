import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { HONEYPOT, notFilledByBrowser } from './honeypot.ts';

const rules = (isTyped: boolean) =>
  z
    .object({ name: z.string(), reserved: z.optional(z.string()) })
    .check(notFilledByBrowser(isTyped));

test('a honeypot with a text that nobody typed fails the form, and an empty honeypot does not', () => {
  const filled = { name: 'Ada', reserved: 'https://mine.example' };
  expect(rules(false).safeParse(filled).error?.issues).toMatchObject([{ path: [HONEYPOT] }]);
  expect(rules(false).safeParse({ name: 'Ada', reserved: '' }).success).toBe(true);
  expect(rules(false).safeParse({ name: 'Ada' }).success).toBe(true);
});

test('a text that a program typed into the honeypot is sent, so that the server can refuse it', () => {
  const typed = { name: 'Ada', reserved: 'https://buy.example' };
  expect(rules(true).safeParse(typed).data).toEqual(typed);
});
