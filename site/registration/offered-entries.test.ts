import prices from 'content:prices';
import { expect, test } from 'vitest';
import { offerOf } from './offer.ts';
import { emptyEntries, readEntries } from './offered-entries.ts';
import { defaults } from './registration-fields.ts';

const offer = offerOf(prices);
const draft = {
  ...defaults,
  name: 'Ada Kowalska',
  registrationType: 'registrationAndAccommodation',
  presentationType: 'poster',
  nights: 3,
};

test('a draft keeps the choices that are still offered', () => {
  expect(readEntries(draft, offer)).toEqual(draft);
});

test('in a form without rooms, neither an old draft nor an empty form has a room', () => {
  const without = { ...offer, room: undefined };
  expect(readEntries(draft, without).registrationType).toBe('registrationOnly');
  expect(readEntries({}, without).registrationType).toBe('registrationOnly');
  expect(readEntries({}, offer)).toEqual(defaults);
  expect(emptyEntries(offer)).toEqual(defaults);
  expect(emptyEntries(without)).toEqual(readEntries({}, without));
});

test('a draft loses a presentation type that is not offered, and extras above the largest number', () => {
  const dinner = { id: 'dinner', label: 'Conference dinner', hint: '', most: 2 };
  const other = { ...offer, types: offer.types.slice(0, 1), extras: [dinner] };
  const read = readEntries({ ...draft, extras: [5, 1] }, other);
  expect(read.presentationType).toBe('');
  expect(read.extras).toEqual([2, 0]);
});
