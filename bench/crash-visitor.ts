import * as z from 'zod/mini';
import type { Provider } from '../sandbox/faults.ts';
import { payAtHostedPage } from './sandbox-control.ts';

export type Visit = { email: string; provider: Provider; checkout: Checkout | undefined };
type Checkout = { ref: string; url: string };

/** A server, and the price of a visit there. */
export type Shop = { origin: string; price: { id: string; cents: number } };

const CHOICE = { presentationType: 'SPEAKER', registrationType: 'REGISTRATION_ONLY' };
const OpenedCard = z.object({ sessionId: z.string(), url: z.string() });
const OpenedPaypal = z.object({ orderId: z.string(), approvalUrl: z.string() });

export async function shopAt(origin: string): Promise<Shop> {
  return { origin, price: await priceAt(origin) };
}

/** Asks for a checkout; false when the server could not give one. */
export async function openCheckout({ origin, price }: Shop, visit: Visit): Promise<boolean> {
  const person = {
    phone: '+49 30 5550',
    instituteOrUniversity: 'Institute of Sudden Endings',
    country: 'Germany',
  };
  const name = `Visitor ${visit.email.split('@')[0]}`;
  const [path, body] =
    visit.provider === 'stripe'
      ? [
          `/api/payment/create-checkout-session?pricingConfigId=${price.id}`,
          { ...person, name, email: visit.email, ...CHOICE },
        ]
      : [
          '/api/payment/paypal/create',
          {
            ...person,
            customerName: name,
            customerEmail: visit.email,
            amount: price.cents / 100,
            currency: 'EUR',
            pricingConfigId: price.id,
          },
        ];
  const answer = await post(`${origin}${path}`, body);
  const card = OpenedCard.safeParse(answer).data;
  const paypal = OpenedPaypal.safeParse(answer).data;
  if (card) visit.checkout = { ref: card.sessionId, url: card.url };
  if (paypal) visit.checkout = { ref: paypal.orderId, url: paypal.approvalUrl };
  return card !== undefined || paypal !== undefined;
}

export async function payAt({ checkout }: Visit): Promise<void> {
  if (!checkout) throw new Error('there is nothing to pay at');
  await payAtHostedPage(checkout.url);
}

/** Does what the return page does; true when that page may say that all is paid. */
export async function comeBack({ origin }: Shop, { provider, checkout }: Visit): Promise<boolean> {
  const path =
    provider === 'stripe'
      ? `/api/payment/update?sessionId=${checkout?.ref}`
      : `/api/payment/paypal/capture/${checkout?.ref}`;
  return z.object({ success: z.literal(true) }).safeParse(await post(`${origin}${path}`)).success;
}

async function priceAt(origin: string): Promise<Shop['price']> {
  const answer = await post(`${origin}/api/registration/get-pricing-config`, {
    ...CHOICE,
    numberOfNights: 1,
    numberOfGuests: 0,
  });
  const options = z.array(z.object({ id: z.string(), totalPrice: z.number() })).parse(answer);
  const [first] = options;
  if (!first) throw new Error('there is no price');
  return { id: first.id, cents: Math.round(first.totalPrice * 100) };
}

/** Undefined when the server died or refused. */
async function post(url: string, body?: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer: unknown = await response.json();
    return response.ok ? answer : undefined;
  } catch {
    return undefined;
  }
}
