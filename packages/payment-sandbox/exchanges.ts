import { channel } from 'node:diagnostics_channel';
import type { Provider } from './faults.ts';

/** A call with its answer as the provider gives it, before a fault spoils it. */
export type Exchange = {
  provider: Provider;
  method: string;
  path: string;
  query: unknown;
  /** The body of the request as the sandbox reads it: text, or the fields of a form. */
  sent: unknown;
  status: number;
  body: string;
};

/** The body of a webhook that is sent. */
export type SentWebhook = { webhook: string };

/** Tests subscribe, and compare what is exchanged with the schemas that the providers publish. */
export const exchanges = channel('payment-sandbox:exchanges');

export function announceExchange(exchange: Exchange | SentWebhook): void {
  if (exchanges.hasSubscribers) exchanges.publish(exchange);
}
