import type { Content } from '#contract/content.ts';
import { features } from '#server/features.ts';
import type { Order } from './orders.ts';

type Asking = [
  content: Pick<Content, 'prices' | 'labels'>,
  order: Pick<Order, 'items' | 'invitedUntil' | 'dedupeKey'>,
  participantIds: readonly string[],
];

declare module '#server/features.ts' {
  interface FeatureOrders {
    /** The sentences about things that the prices of these people need besides money, whether or not they are done. */
    asksOf?: (...given: Asking) => string[];
  }
}

/** Each sentence of `asksOf` once: for people who are about to pay, or to take a place over. */
export function askedOfPeople(...given: Asking): string[] {
  return [...new Set(features().flatMap(({ orders }) => orders?.asksOf?.(...given) ?? []))];
}
