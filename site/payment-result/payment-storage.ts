import * as z from 'zod/mini';
import { lenient } from '#contract/lenient.ts';
import { inThisTab, onThisDevice, type Shelf } from '#site/forms/shelf.ts';
import {
  CARD_REDIRECT,
  LAST_RESULT,
  type PaymentKind,
  places,
  type Shelves,
} from './payment-places.ts';

/** What was entered before PayPal took over. Fields that are not used here are left unread. */
const Entered = z.object({
  orderId: lenient(z.string()),
  presentationType: lenient(z.string()),
  description: lenient(z.string()),
});
export type Entered = z.output<typeof Entered>;

const LastResult = z.union([
  z.object({
    state: z.literal('paid'),
    id: z.string(),
    receipt: z.object({
      product: z.optional(z.string()),
      description: z.optional(z.string()),
      reference: z.string(),
      paidBy: z.enum(['Card', 'PayPal']),
      checkedAt: z.string(),
    }),
  }),
  z.object({
    state: z.literal('open'),
    address: z.string().check(z.startsWith('/payment-success?')),
  }),
]);
type LastResult = z.output<typeof LastResult>;

export function paymentStorage(shelves: Shelves = { inThisTab, onThisDevice }) {
  const { inThisTab: tab } = shelves;
  for (const shelf of Object.values(shelves)) shelf.tidy();
  const entered = (kind: PaymentKind) =>
    read(shelves[places[kind].shelf], places[kind].name, Entered);
  const forget = (kind: PaymentKind) => shelves[places[kind].shelf].drop(places[kind].name);
  const lastResult = () => read(tab, LAST_RESULT, LastResult);

  return {
    entered,
    lastResult,
    keepResult: (result: LastResult) => tab.put(LAST_RESULT, JSON.stringify(result)),
    /** After success: what was entered for this payment, also where it lies in the other place. */
    forgetEntered(kind: PaymentKind, orderId: string) {
      forget(kind);
      for (const other of ['registration', 'discount'] as const) {
        if (entered(other)?.orderId === orderId) forget(other);
      }
    },
    forgetOpenResult(address: string) {
      const last = lastResult();
      if (last?.state === 'open' && last.address === address) tab.drop(LAST_RESULT);
    },
    forgetCardRedirect: () => tab.drop(CARD_REDIRECT),
    /** Whether a payment was begun in this browser whose result it has not seen. */
    hasTrace: () =>
      tab.get(CARD_REDIRECT) !== undefined ||
      entered('registration') !== undefined ||
      entered('discount') !== undefined,
  };
}
export type PaymentStorage = ReturnType<typeof paymentStorage>;

function read<T extends z.ZodMiniType>(shelf: Shelf, name: string, schema: T) {
  try {
    return schema.safeParse(JSON.parse(shelf.get(name) ?? 'null')).data;
  } catch {
    // Not JSON, so not written by this site: as good as absent.
    return undefined;
  }
}
