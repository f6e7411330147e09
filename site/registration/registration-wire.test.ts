import prices from 'content:prices';
import { describe, expect, test } from 'vitest';
import { offerOf } from './offer.ts';
import { defaults, type RegistrationEntry } from './registration-fields.ts';
import { cardRequestOf, paypalRequestOf, registrationOf } from './registration-wire.ts';

const entry: RegistrationEntry = {
  ...defaults,
  name: 'Ada Maria Kowalska',
  phone: '+48 22',
  email: 'ada@lab.example',
  institute: 'Vistula',
  country: 'Poland',
  registrationType: 'registrationAndAccommodation',
  presentationType: 'abstract-submission',
  nights: 3,
  guests: 2,
  accompanyingPerson: true,
  extraNights: 4,
  captcha: 'aB3xYz',
};
const offer = offerOf(prices);
const occasion = {
  conference: 'Summit',
  offer,
  origin: 'https://conference.example',
  now: 1767225600000,
};

test.each([
  ['speaker', 'SPEAKER'],
  ['abstract-submission', 'Delegate'],
  ['listener/delegate', 'Listener'],
] as const)('%s is registered as %s', (presentationType, word) => {
  expect(registrationOf({ ...entry, presentationType }, offer)).toEqual({
    name: 'Ada Maria Kowalska',
    phone: '+48 22',
    email: 'ada@lab.example',
    instituteOrUniversity: 'Vistula',
    country: 'Poland',
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    presentationType: word,
  });
});

test('a membership number is in each call, if the visitor typed one', () => {
  const member = { ...entry, membershipNumber: 'MS 1001' };
  const price = { id: 'p1', totalPrice: 815.85 };
  for (const body of [
    registrationOf(member, offer),
    cardRequestOf(member, price, occasion).body,
    paypalRequestOf(member, price, occasion).body,
  ]) {
    expect(body).toMatchObject({ membershipNumber: 'MS 1001' });
  }
  expect(registrationOf({ ...entry, membershipNumber: ' ' }, offer)).not.toHaveProperty(
    'membershipNumber',
  );
});

describe('a card checkout', () => {
  test('has every field of the registration', () => {
    const { query, body } = cardRequestOf(entry, { id: 'p1', totalPrice: 815.85 }, occasion);
    expect(query).toEqual({ pricingConfigId: 'p1' });
    expect(body).toEqual({
      productName: 'Summit: Delegate',
      description: 'Registration and accommodation',
      orderReference: 'REG-1767225600000AdaMariaKowalska',
      unitAmount: 815.85,
      quantity: 1,
      currency: 'eur',
      successUrl: 'https://conference.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://conference.example/payment-cancel',
      pricingConfigId: 'p1',
      name: 'Ada Maria Kowalska',
      phone: '+48 22',
      email: 'ada@lab.example',
      instituteOrUniversity: 'Vistula',
      country: 'Poland',
      registrationType: 'REGISTRATION_AND_ACCOMMODATION',
      presentationType: 'DELEGATE',
      accompanyingPerson: true,
      extraNights: 4,
      accommodationNights: 3,
      accommodationGuests: 2,
    });
  });

  test('sends the id of the price unchanged', () => {
    expect(cardRequestOf(entry, { id: 7 }, occasion).body.pricingConfigId).toBe(7);
  });

  test('without a room ignores the choices for a room', () => {
    const only = { ...entry, registrationType: 'registrationOnly' } as const;
    expect(cardRequestOf(only, { id: 'p1' }, occasion).body).toMatchObject({
      accompanyingPerson: false,
      extraNights: 0,
      accommodationNights: 1,
      accommodationGuests: 0,
    });
  });
});

test('a PayPal order has the total as a number, and the requests', () => {
  const order = paypalRequestOf(entry, { id: 'p1', totalPrice: 815.85 }, occasion);
  expect(order.body).toEqual({
    customerEmail: 'ada@lab.example',
    customerName: 'Ada Maria Kowalska',
    phone: '+48 22',
    country: 'Poland',
    instituteOrUniversity: 'Vistula',
    amount: 815.85,
    currency: 'EUR',
    pricingConfigId: 'p1',
    accompanyingPerson: true,
    extraNights: 4,
    successUrl: 'https://conference.example/payment-success',
    cancelUrl: 'https://conference.example/register',
  });
});

test('a PayPal order without requests has no fields for requests', () => {
  const keys = (more: Partial<RegistrationEntry>) =>
    Object.keys(paypalRequestOf({ ...entry, ...more }, { id: 'p1', totalPrice: 1 }, occasion).body);
  const always = [
    'customerEmail',
    'customerName',
    'phone',
    'country',
    'instituteOrUniversity',
    'amount',
    'currency',
    'pricingConfigId',
    'successUrl',
    'cancelUrl',
  ];
  expect(keys({ accompanyingPerson: false, extraNights: 0 })).toEqual(always);
  // The visitor made the requests before deciding against a room.
  expect(keys({ registrationType: 'registrationOnly' })).toEqual(always);
});
