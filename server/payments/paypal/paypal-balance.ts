import * as z from 'zod/mini';
import { HOUR } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import type { PaypalClient } from './paypal-client.ts';
import { readPaypalJson } from './paypal-responses.ts';
import { currencyAt } from '#server/payments/provider-currency.ts';
import {
  type BalanceReader,
  type EntryKind,
  type ProviderEntry,
  type ProviderPayout,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/payments/provider.ts';

const PAGE_SIZE = 200;

/**
 * Reads PayPal's Transaction Search. PayPal does not say which payments a withdrawal contains. Only `transaction_info` is
 * asked for, which names no person.
 */
export function paypalBalance({ get }: PaypalClient): BalanceReader {
  async function list(from: Date, until: Date): Promise<{ found: Transaction[]; until: Date }> {
    try {
      return await listPages(from, until);
    } catch (error) {
      const isTooMuch = error instanceof ProviderRefused && error.code === 'RESULTSET_TOO_LARGE';
      const half = new Date((from.getTime() + until.getTime()) / 2);
      if (!isTooMuch || until.getTime() - from.getTime() < HOUR) throw error;
      const [first, second] = [await list(from, half), await list(half, until)];
      // The moment between both halves is in both.
      const seen = new Set(first.found.map(refOf));
      const rest = second.found.filter((one) => !seen.has(refOf(one)));
      return { found: [...first.found, ...rest], until: second.until };
    }
  }

  async function listPages(from: Date, until: Date) {
    const found: Transaction[] = [];
    for (let page = 1; ; page += 1) {
      const text = await get('/v1/reporting/transactions', {
        start_date: timestamp(from),
        end_date: timestamp(until),
        fields: 'transaction_info',
        balance_affecting_records_only: 'Y',
        page_size: String(PAGE_SIZE),
        page: String(page),
      });
      const answer = Answer.safeParse(readPaypalJson(text)).data;
      if (!answer)
        throw new ProviderUnavailable('PayPal gave an answer that lists no transactions');
      found.push(...answer.transaction_details.map((each) => each.transaction_info));
      if (page < answer.total_pages) continue;
      const refreshed = momentOf(answer.last_refreshed_datetime ?? '');
      return { found, until: refreshed && refreshed < until ? refreshed : until };
    }
  }

  return {
    // A payment by eCheck is listed with the day on which it began.
    settlesInDays: 31,
    rights: 'the feature “Transaction Search” of the app',

    async entries(from, until) {
      const read = await list(from, until);
      const moved = read.found.filter(({ transaction_status: status }) =>
        ['S', 'V'].includes(status),
      );
      return {
        entries: moved.map(entryIn),
        payouts: moved.filter(isWithdrawal).map(payoutIn),
        returned: moved.flatMap((one) =>
          one.transaction_event_code === RETURNED ? (one.paypal_reference_id ?? []) : [],
        ),
        until: read.until,
      };
    },
  };
}

const Money = z.object({
  currency_code: z.string(),
  value: z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/)),
});

const Info = z.object({
  transaction_id: z.string(),
  paypal_reference_id: z.optional(z.string()),
  transaction_event_code: z.string(),
  transaction_initiation_date: z
    .string()
    .check(z.refine((text) => momentOf(text) !== undefined, 'no moment')),
  transaction_amount: Money,
  fee_amount: z.optional(Money),
  transaction_status: z._default(z.string(), 'S'),
  invoice_id: z.optional(z.string()),
});
type Transaction = z.output<typeof Info>;

const Answer = z.object({
  transaction_details: z._default(z.array(z.object({ transaction_info: Info })), []),
  last_refreshed_datetime: z.optional(z.string()),
  total_pages: z._default(z.number(), 1),
});

/** Reads 2026-05-29T08:00:00+0000; undefined if the text is no moment. */
function momentOf(text: string): Date | undefined {
  const moment = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** One transaction may have several movements, each with a code of its own. */
function refOf({ transaction_id: id, transaction_event_code: code }: Transaction): string {
  return `${id}/${code}`;
}

/** The bank returned a withdrawal. */
const RETURNED = 'T1101';

/** https://developer.paypal.com/docs/transaction-search/transaction-event-codes/ */
function kindOf({ transaction_event_code: code, transaction_amount }: Transaction): EntryKind {
  if (code.startsWith('T04') || code === RETURNED) return 'payout';
  if (code.startsWith('T00'))
    return transaction_amount.value.startsWith('-') ? 'adjustment' : 'payment';
  if (code.startsWith('T01') || ['T1108', 'T1109'].includes(code)) return 'fee';
  if (code === 'T1107') return 'refund';
  return ['T1106', 'T1201', 'T1202', 'T1205', 'T1207', 'T1208'].includes(code)
    ? 'dispute'
    : 'adjustment';
}

function entryIn(transaction: Transaction): ProviderEntry {
  const kind = kindOf(transaction);
  const { transaction_id: id, paypal_reference_id: about } = transaction;
  const currency = currencyOf(transaction.transaction_amount);
  const amount = centsOf(transaction.transaction_amount, currency.decimals);
  const fee = transaction.fee_amount ? 0 - centsOf(transaction.fee_amount, currency.decimals) : 0;
  return {
    ref: refOf(transaction),
    kind,
    paymentRef: kind === 'payment' ? id : about,
    sourceRef: id,
    invoice: transaction.invoice_id,
    ...(kind === 'fee'
      ? { grossCents: 0, feeCents: fee - amount, netCents: amount - fee }
      : { grossCents: amount, feeCents: fee, netCents: amount - fee }),
    currency,
    at: atOf(transaction),
  };
}

function isWithdrawal({ transaction_event_code: code }: Transaction): boolean {
  return code.startsWith('T04');
}

function payoutIn(transaction: Transaction): ProviderPayout {
  const currency = currencyOf(transaction.transaction_amount);
  const at = atOf(transaction);
  return {
    ref: transaction.transaction_id,
    state: 'PAID',
    isAutomatic: false,
    hasEntries: false,
    amountCents: 0 - centsOf(transaction.transaction_amount, currency.decimals),
    currency,
    // PayPal tells the day of the withdrawal. The bank has the money some days later.
    arrivesOn: at.slice(0, 10),
    createdAt: at,
  };
}

function atOf({ transaction_initiation_date: text }: Transaction): string {
  return timestamp(momentOf(text) ?? new Date(text));
}

function currencyOf({ currency_code: code, value }: z.output<typeof Money>) {
  return currencyAt(code, value.split('.')[1]?.length ?? 0);
}

/** "-13.79" -> -1379 */
function centsOf({ value }: z.output<typeof Money>, decimals: number): number {
  return Math.round(Number(value) * 10 ** decimals);
}
