import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { recipientLines } from './document-words.ts';

test.each([
  ['en', 'Germany'],
  ['de', 'Deutschland'],
  ['ko', '독일'],
])('an invoice in %s is addressed to %s', (language, country) => {
  const recipient = {
    legalName: 'Baltic University',
    address: ['18055 Rostock'],
    country: 'Germany',
  };
  const lines = recipientLines(fixtureContent.mails.receipt, recipient, language);
  expect(lines).toEqual(['Baltic University', '18055 Rostock', country]);
});
