import prices from 'content:prices';
import { expect, test } from 'vitest';
import { offerOf } from './offer.ts';
import { readEntries } from './offered-entries.ts';
import { defaults } from './registration-fields.ts';

const offer = offerOf(prices);
const draft = {
  ...defaults,
  name: 'Ada Kowalska',
  registrationType: 'registrationAndAccommodation',
  presentationType: 'poster',
  nights: 3,
};

test('a draft keeps what is still offered', () => {
  expect(readEntries(draft, offer)).toEqual(draft);
});

test('a draft from before the rooms went has none, and the form without rooms asks for none', () => {
  const without = { ...offer, room: undefined };
  expect(readEntries(draft, without).registrationType).toBe('registrationOnly');
  expect(readEntries({}, without).registrationType).toBe('registrationOnly');
  expect(readEntries({}, offer)).toEqual(defaults);
});

test('a presentation type that is gone has to be chosen again, and no more extras than there are', () => {
  const dinner = { id: 'dinner', label: 'Conference dinner', hint: '', most: 2 };
  const other = { ...offer, types: offer.types.slice(0, 1), extras: [dinner] };
  const read = readEntries({ ...draft, extras: [5, 1] }, other);
  expect(read.presentationType).toBe('');
  expect(read.extras).toEqual([2, 0]);
});
