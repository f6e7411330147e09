import { expect, test } from 'vitest';
import { inLanguage } from '#contract/content.ts';
import { nameOf } from '#server/abstract/mails.ts';
import { readTranslated } from '#tests/support/conference-copy.ts';
import { readDetails, savedDetails } from './details-form.ts';

const french = inLanguage(readTranslated({}, {}, 'fr'), 'fr');
const saved = {
  id: 'an id',
  reference: 'AB26-7K3M-9QXW',
  titlePrefix: 'Ms',
  name: 'Ada Kowalska',
  email: 'ada@lab.example',
  phone: '+48 22 555 0187',
  organizationName: 'Vistula Institute',
  country: 'Poland',
  sessionId: 'a session',
  interestedInId: 'an area',
};

test('authors read the title that they chose in their language, and others as they were typed', () => {
  expect(nameOf(saved, french.labels)).toBe('Mme Ada Kowalska');
  expect(nameOf({ ...saved, titlePrefix: 'Ing.' }, french.labels)).toBe('Ing. Ada Kowalska');
});

test('a title in their language that nobody changed stays as it was sent', () => {
  const typed = savedDetails(saved, french);
  expect(typed['titlePrefix']).toBe('Mme');
  const read = (titlePrefix: string) =>
    readDetails(french, { ...typed, titlePrefix }, { hasSession: false, saved });
  expect(read('Mme')).toMatchObject({ details: { titlePrefix: 'Ms' } });
  expect(read('Dre')).toMatchObject({ details: { titlePrefix: 'Dre' } });
});
