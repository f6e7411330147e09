import prices from 'content:prices';
import { describe, expect, test } from 'vitest';
import { pricingQuestionOf } from './pricing-question.ts';
import { offerOf } from './offer.ts';
import { defaults } from './registration-fields.ts';

const offer = offerOf(prices);

const choice = {
  ...defaults,
  registrationType: 'registrationAndAccommodation',
  presentationType: 'abstract-submission',
  nights: 3,
  guests: 2,
};

describe('the price is requested', () => {
  test('only after both types are chosen', () => {
    expect(pricingQuestionOf({ ...choice, registrationType: '' }, offer)).toBeUndefined();
    expect(pricingQuestionOf({ ...choice, presentationType: '' }, offer)).toBeUndefined();
  });

  test.each([
    ['speaker', 'SPEAKER'],
    ['poster', 'POSTER'],
    ['abstract-submission', 'DELEGATE'],
    ['listener/delegate', 'LISTENER'],
    ['student', 'STUDENT'],
    ['exhibitor', 'EXHIBITOR'],
  ])('for %s with the name %s', (presentationType, word) => {
    expect(pricingQuestionOf({ ...choice, presentationType }, offer)).toEqual({
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      presentationType: word,
      numberOfNights: 3,
      numberOfGuests: 2,
    });
  });

  test('without a room, with the default numbers of nights and guests', () => {
    expect(
      pricingQuestionOf({ ...choice, registrationType: 'registrationOnly' }, offer),
    ).toMatchObject({
      registrationType: 'REGISTRATION_ONLY',
      numberOfNights: 1,
      numberOfGuests: 0,
    });
  });
});
