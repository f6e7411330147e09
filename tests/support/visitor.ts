import type { TestServer } from './test-server.ts';

/** A server in this process or in another one. */
type Server = Pick<TestServer, 'origin' | 'post'>;

/** Invented people; each call invents another one. */
let count = 0;
export function aPerson(traits: Partial<ReturnType<typeof inventedPerson>> = {}) {
  count += 1;
  return { ...inventedPerson(count), ...traits };
}

function inventedPerson(number: number) {
  return {
    name: `Mira Lindqvist ${number}`,
    phone: '+46 8 5550 142',
    email: `mira.${number}@lab.example`,
    instituteOrUniversity: 'Baltic Institute of Soft Matter',
    country: 'Sweden',
  };
}

type Choice = {
  registrationType: 'REGISTRATION_ONLY' | 'REGISTRATION_AND_ACCOMMODATION';
  presentationType: string;
  nights: number;
  guests: number;
  extras: readonly { id: string; count: number }[];
};

type PaypalChoice =
  Parameters<typeof openedPaypal> extends [Server, ...infer Given] ? Given : never;

/** Requests a price as the page does, and returns everything for the checkout call. */
export async function aCheckout(
  server: Server,
  choice: Partial<Choice> = {},
  traits: Parameters<typeof aPerson>[0] = {},
) {
  const {
    registrationType = 'REGISTRATION_ONLY',
    presentationType = 'SPEAKER',
    nights = 1,
    guests = 0,
    extras = [],
  } = choice;
  const alsoWanted = extras.length > 0 && { extras };
  const pricing = await server.post('/api/registration/get-pricing-config', {
    registrationType,
    presentationType,
    numberOfNights: nights,
    numberOfGuests: guests,
    ...alsoWanted,
  });
  const option = pricing.json['0'];
  if (!option) throw new Error(`no price: ${pricing.text}`);
  const id = String(option['id']);
  const someone = aPerson(traits);
  return {
    person: someone,
    totalPrice: Number(option['totalPrice']),
    path: `/api/payment/create-checkout-session?pricingConfigId=${id}`,
    body: {
      ...someone,
      productName: 'Polymer Summit registration',
      description: 'Registration',
      orderReference: `REG-1764000000000${someone.name.replaceAll(' ', '')}`,
      unitAmount: Number(option['totalPrice']),
      quantity: 1,
      currency: 'eur',
      successUrl: `${server.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${server.origin}/payment-cancel`,
      pricingConfigId: id,
      registrationType,
      presentationType,
      accompanyingPerson: false,
      extraNights: 0,
      accommodationNights: nights,
      accommodationGuests: guests,
      ...alsoWanted,
    },
  };
}

/** Opens a checkout and returns the session's id and the address of its hosted page. */
export async function openedCheckout(server: Server, choice: Partial<Choice> = {}) {
  const request = await aCheckout(server, choice);
  const answer = await server.post(request.path, request.body);
  if (answer.status !== 200) throw new Error(`no checkout: ${answer.text}`);
  return {
    ...request,
    sessionId: String(answer.json['sessionId']),
    url: String(answer.json['url']),
  };
}

/** A checkout whose payer has paid by card and closed the page. */
export async function leftCheckout(server: Server, choice: Partial<Choice> = {}) {
  const checkout = await openedCheckout(server, choice);
  await payAt(checkout.url);
  return checkout;
}

/** A checkout whose payer has paid by card and returned to the site. */
export async function paidCheckout(server: Server, choice: Partial<Choice> = {}) {
  const checkout = await leftCheckout(server, choice);
  await server.post(`/api/payment/update?sessionId=${checkout.sessionId}`);
  return checkout;
}

/** Sends the form of the hosted page, as a payer without JavaScript does; `location` has the next address. */
export function payAt(url: string, card = '4242 4242 4242 4242'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card_number: card, expiry: '12 / 40', cvc: '123' }),
    redirect: 'manual',
  });
}

/** Somebody who has paid an amount by card at the page of agreed amounts; by default, an agreed 100.00 and the fee. */
export async function paidAmount(
  server: Server,
  { person = aPerson(), description = 'A guest', unitAmount = '105.00' } = {},
) {
  const { email: customerEmail, ...rest } = person;
  const body = { ...rest, customerEmail, description, unitAmount };
  const { json, text } = await server.post('/api/discounts/create-session', body);
  if (json['url'] === undefined) throw new Error(`no checkout: ${text}`);
  const sessionId = String(json['sessionId']);
  await payAt(String(json['url']));
  await server.post(`/api/discounts/update?sessionId=${sessionId}`);
  return { person, sessionId };
}

/** Opens a PayPal checkout and returns PayPal's order id and the address of its page. */
export async function openedPaypal(
  server: Server,
  traits: Parameters<typeof aPerson>[0] = {},
  choice: Partial<Choice> = {},
) {
  const checkout = await aCheckout(server, choice, traits);
  const { person, totalPrice } = checkout;
  const request = aPaypalRequest(server, checkout);
  const answer = await server.post('/api/payment/paypal/create', request);
  if (answer.status !== 200) throw new Error(`no PayPal order: ${answer.text}`);
  return {
    person,
    totalPrice,
    request,
    orderId: String(answer.json['orderId']),
    url: String(answer.json['approvalUrl']),
  };
}

/** A PayPal checkout whose payer has approved the payment and closed the page. */
export async function leftPaypal(server: Server, ...given: PaypalChoice) {
  const checkout = await openedPaypal(server, ...given);
  await chooseAt(checkout.url);
  return checkout;
}

/** A PayPal checkout whose payer has approved the payment and returned to the site, which takes the money. */
export async function paidPaypal(server: Server, ...given: PaypalChoice) {
  const checkout = await leftPaypal(server, ...given);
  await server.post(`/api/payment/paypal/capture/${checkout.orderId}`);
  return checkout;
}

/** The page's request to pay a checkout with PayPal. */
export function aPaypalRequest(
  { origin }: Server,
  { person, totalPrice, body }: Awaited<ReturnType<typeof aCheckout>>,
) {
  const { name, email, ...rest } = person;
  return {
    ...rest,
    customerName: name,
    customerEmail: email,
    amount: totalPrice,
    currency: 'EUR',
    pricingConfigId: body.pricingConfigId,
    successUrl: `${origin}/payment-success`,
    cancelUrl: `${origin}/register`,
  };
}

/** A payer's choice on PayPal's page; `location` has the next address. */
export function chooseAt(
  url: string,
  choice: 'pays' | 'is-declined' | 'stays-pending' | 'cancel' = 'pays',
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  });
}

/** The rest of a registration, as the page of an offer and that of an invitation ask for it. */
export const details = {
  phone: '+46 8 5550 142',
  institute: 'Baltic Institute of Soft Matter',
  country: 'Sweden',
};
