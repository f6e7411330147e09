import { asCents, decimalFromCents } from '#contract/money.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { press } from './a-group.ts';
import { openPage, pathOf } from './own-page.ts';
import { unpaidRegistration } from './paid-registration.ts';
import { organise, testContext } from './test-commands.ts';
import type { TestServer } from './test-server.ts';

/** The IBAN of an invented payer. */
export const PAYER_IBAN = 'DE75 5121 0800 1245 1261 99';

/** A person who registered, left the card page and chose the bank transfer on the own page. */
export async function transferRegistration(
  server: TestServer,
  ...given: Parameters<typeof unpaidRegistration> extends [TestServer, ...infer Rest] ? Rest : never
) {
  const registration = await unpaidRegistration(server, ...given);
  const own = pathOf(registration.order);
  await openPage(server, own);
  const answer = await press(server, `${own}/pay`, 'transfer');
  const payment = await latestPaymentOf(server.db, registration.order.id);
  if (payment?.provider !== 'transfer') throw new Error(`no transfer: ${answer.status}`);
  return { ...registration, own, answer, payment };
}

/** The present day at the conference. */
export function today({ clock, content }: TestServer): string {
  return dayOf(clock.now().toISOString(), content.conference.dates.timezone);
}

/** Books a transfer by the command; without an amount in `more`, the amount of the order. */
export function book(
  server: TestServer,
  { reference, cents, on = today(server) }: { reference: string; cents: number; on?: string },
  ...more: string[]
): Promise<string> {
  const amount = decimalFromCents(asCents(cents), server.content.prices.currency);
  const request = ['--amount', amount, '--on', on, '--iban', PAYER_IBAN, ...more];
  return organise(testContext(server), 'paid', reference, ...request);
}
