import { aPerson } from './a-person.ts';
import type { InstantServer } from './start-instant-server.ts';

/** A server, how many people are in its tables, and the ids of their checkouts. */
export type Filled = {
  server: InstantServer;
  size: number;
  session: (n: number) => string;
  /** In euros, as the pricing call returns it. */
  speakerPrice: number;
};

/** Counts people who are not in the tables. */
let newcomer = 6e12;

/** A person who is in the tables. */
function known({ size }: Filled): number {
  return 101 + Math.floor(Math.random() * size);
}

const asJson = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const discount = () => {
  const { email: customerEmail, ...person } = aPerson(newcomer++);
  return { ...person, customerEmail, description: 'Poster printing', unitAmount: '10.50' };
};

type Ask = (filled: Filled) => Promise<Response>;
const get =
  (path: (filled: Filled) => string): Ask =>
  (filled) =>
    fetch(`${filled.server.origin}${path(filled)}`);
const post =
  (path: (filled: Filled) => string, body: (filled: Filled) => unknown): Ask =>
  (filled) =>
    fetch(`${filled.server.origin}${path(filled)}`, asJson(body(filled)));

const CHECKOUT = '/api/payment/create-checkout-session?pricingConfigId=speaker';
/** Every public call, for new records and for existing ones. */
export const calls: Record<string, Ask> = {
  speakers: get(() => '/api/speakers/polymers'),
  'get-interested-in-options': get(() => '/api/form-submission/get-interested-in-options'),
  'get-session-options': get(() => '/api/form-submission/get-session-options'),
  'get-pricing-config': post(
    () => '/api/registration/get-pricing-config',
    () => ({ registrationType: 'REGISTRATION_ONLY', presentationType: 'SPEAKER' }),
  ),
  register: post(
    () => '/api/registration/register',
    () => aPerson(newcomer++),
  ),
  'register, again': post(
    () => '/api/registration/register',
    (filled) => aPerson(known(filled)),
  ),
  'create-checkout-session': post(
    () => CHECKOUT,
    () => aPerson(newcomer++),
  ),
  'create-checkout-session, again': post(
    () => CHECKOUT,
    (filled) => aPerson(known(filled)),
  ),
  'paypal/create': post(
    () => '/api/payment/paypal/create',
    ({ speakerPrice }) => {
      const { name, email, ...person } = aPerson(newcomer++);
      const price = { pricingConfigId: 'speaker', amount: speakerPrice, currency: 'EUR' };
      return { ...person, ...price, customerName: name, customerEmail: email };
    },
  ),
  'payment/status': get((filled) => `/api/payment/status/${filled.session(known(filled))}`),
  'payment/update': (filled) =>
    fetch(`${filled.server.origin}/api/payment/update?sessionId=${filled.session(known(filled))}`, {
      method: 'POST',
    }),
  'paypal/capture, unknown': (filled) =>
    fetch(`${filled.server.origin}/api/payment/paypal/capture/5O190127TN364715T`, asJson({})),
  'discounts/create-session': post(() => '/api/discounts/create-session', discount),
  'discounts/status, foreign': get(
    (filled) => `/api/discounts/status/${filled.session(known(filled))}`,
  ),
  'form-submission/submit': (filled) => {
    const form = new FormData();
    const fields = {
      titlePrefix: 'Dr',
      name: 'Bench Author',
      phone: '+49 30 5550',
      email: `a${newcomer++}@bench.example`,
      organizationName: 'Institute of Haste',
      country: 'Germany',
      interestedInId: 'advanced-composites',
      sessionId: 'smart-polymers',
    };
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    form.append('abstractFile', new Blob([`%PDF-1.7\n% ${newcomer}\n`]), 'a.pdf');
    return fetch(`${filled.server.origin}/api/form-submission/submit`, {
      method: 'POST',
      body: form,
    });
  },
};

/** An expected error is a valid answer to a call about somebody else's record or an unknown one; a 5xx never is. */
const REFUSED: Record<string, number> = {
  'payment/update': 409,
  'paypal/capture, unknown': 404,
};

export async function ask(name: string, call: Ask, filled: Filled): Promise<void> {
  const answer = await call(filled);
  const text = await answer.text();
  if (answer.status === 200 || answer.status === REFUSED[name]) return;
  throw new Error(`${name} is answered with ${answer.status}: ${text}`);
}
