import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { timestamp } from '#server/identity.ts';
import type {
  BalanceReader,
  EntryKind,
  PayoutState,
  ProviderEntry,
  ProviderPayout,
} from '#server/payments/provider.ts';
import { currencyAt, type ProviderCurrency } from '#server/payments/provider-currency.ts';
import { problemOf, read } from './stripe-answers.ts';

/** Reads Stripe's balance transactions and payouts, by the official package. */
export function stripeBalance(stripe: Stripe): BalanceReader {
  async function list(
    which: Pick<Stripe.BalanceTransactionListParams, 'created' | 'payout'>,
  ): Promise<ProviderEntry[]> {
    const found: ProviderEntry[] = [];
    // Only the source names the payment. With sources, a larger page may exceed the size limit of an answer.
    const request = { ...which, expand: ['data.source'], limit: 50 };
    try {
      for await (const answer of stripe.balanceTransactions.list(request)) {
        found.push(entryIn(read(Transaction, answer)));
      }
    } catch (error) {
      throw problemOf(error);
    }
    return found;
  }

  return {
    settlesInDays: 3,
    rights: '“Balance transaction sources: read” and “Payouts: read”',

    async entries(from, until) {
      const created = { gte: secondsOf(from), lte: secondsOf(until) };
      return { entries: await list({ created }), payouts: [], returned: [], until };
    },

    async listPayouts(since) {
      const found: ProviderPayout[] = [];
      try {
        for await (const answer of stripe.payouts.list({
          created: { gte: secondsOf(since) },
          limit: 100,
        })) {
          found.push(payoutIn(read(Payout, answer)));
        }
      } catch (error) {
        throw problemOf(error);
      }
      return found;
    },

    entriesOf: (payoutRef) => list({ payout: payoutRef }),
  };
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

const text = z.nullable(z.string());

/** The parts of a charge, refund, dispute or payout that we use. */
const Source = z.object({
  id: z.string(),
  payment_intent: z.optional(text),
  metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
});

const Transaction = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  created: z.int(),
  reporting_category: z.string(),
  source: z.nullable(z.union([z.string(), Source])),
});

const Payout = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  arrival_date: z.int(),
  created: z.int(),
  automatic: z.boolean(),
  reconciliation_status: z.string(),
  status: z.string(),
});

/** https://docs.stripe.com/reports/reporting-categories; every other category is an adjustment. */
const kinds: Partial<Record<string, EntryKind>> = {
  charge: 'payment',
  // A direct debit that the bank returned.
  charge_failure: 'refund',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout: 'payout',
  payout_reversal: 'payout',
};

function entryIn(transaction: z.output<typeof Transaction>): ProviderEntry {
  const { id, amount, fee, net, source } = transaction;
  const kind = kinds[transaction.reporting_category] ?? 'adjustment';
  const about = typeof source === 'object' ? source : undefined;
  return {
    ref: id,
    kind,
    paymentRef: about?.payment_intent ?? undefined,
    sourceRef: about?.id ?? (typeof source === 'string' ? source : undefined),
    invoice: about?.metadata?.['invoice'],
    // Stripe writes a fee that belongs to no payment as an amount.
    ...(kind === 'fee'
      ? { grossCents: 0, feeCents: 0 - net, netCents: net }
      : { grossCents: amount, feeCents: fee, netCents: net }),
    currency: currencyOf(transaction.currency),
    at: timestamp(new Date(transaction.created * 1000)),
  };
}

const states: Partial<Record<string, PayoutState>> = {
  paid: 'PAID',
  failed: 'FAILED',
  canceled: 'CANCELLED',
};

function payoutIn(payout: z.output<typeof Payout>): ProviderPayout {
  return {
    ref: payout.id,
    state: states[payout.status] ?? 'IN_TRANSIT',
    isAutomatic: payout.automatic,
    hasEntries: payout.reconciliation_status === 'completed',
    amountCents: payout.amount,
    currency: currencyOf(payout.currency),
    // Stripe writes a day as its midnight in UTC.
    arrivesOn: timestamp(new Date(payout.arrival_date * 1000)).slice(0, 10),
    createdAt: timestamp(new Date(payout.created * 1000)),
  };
}

function currencyOf(lowerCase: string): ProviderCurrency {
  return currencyAt(lowerCase.toUpperCase(), 2);
}
