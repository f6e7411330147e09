import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import {
  type CaptureRow,
  type DisputeRow,
  type PayPalAccount,
  timeText,
} from './paypal-account.ts';
import { notFound } from './paypal-errors.ts';
import { emit } from './paypal-events.ts';
import { moneyOf, readParameters } from './paypal-parameters.ts';

const WEEK = 7 * 24 * 60 * 60;

/** The buyer complains to PayPal. A capture has at most one dispute. */
export function openDispute(
  account: PayPalAccount,
  capture: CaptureRow,
  amount = capture.amount,
): string {
  const known = disputeOf(account, capture);
  if (known) return known.id;
  const now = account.clock.seconds();
  const dispute: DisputeRow = {
    id: `PP-R-SBX-${randomInt(10_000_000, 99_999_999)}`,
    created: now,
    updated: now,
    capture: capture.id,
    amount,
    dueBy: now + WEEK,
    outcome: null,
  };
  account.captures.put(capture.id, { ...capture, disputed: true });
  account.disputes.put(dispute.id, dispute);
  emit(account, 'CUSTOMER.DISPUTE.CREATED', disputeObject(account, dispute));
  return dispute.id;
}

/** Records PayPal's decision. For a lost dispute, the caller first reverses the disputed amount. */
export function closeDispute(
  account: PayPalAccount,
  capture: CaptureRow,
  outcome: 'won' | 'lost',
): void {
  const dispute = disputeOf(account, capture);
  if (!dispute) throw new Error(`Capture ${capture.id} is not disputed.`);
  const closed: DisputeRow = { ...dispute, outcome, updated: account.clock.seconds() };
  account.disputes.put(dispute.id, closed);
  emit(account, 'CUSTOMER.DISPUTE.RESOLVED', disputeObject(account, closed));
}

export function disputeOf(account: PayPalAccount, { id }: CaptureRow): DisputeRow | undefined {
  return [...account.disputes.rows()].find(({ capture }) => capture === id);
}

export function isUnderDispute(account: PayPalAccount, capture: CaptureRow): boolean {
  return disputeOf(account, capture)?.outcome === null;
}

export function retrieveDispute(account: PayPalAccount, { id }: Call) {
  const dispute = account.disputes.get(id);
  if (!dispute) throw notFound('dispute_id');
  return { status: 200, body: disputeObject(account, dispute) };
}

const listParameters = z.object({
  update_time_after: z.optional(z.iso.datetime({ offset: true })),
  /** The number of the page in Base64; PayPal's tokens have no meaning for a shop. */
  next_page_token: z.optional(z.string().check(z.regex(/^[\w+/=]+$/))),
  page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 10),
});

/** Lists a summary of each dispute, latest first; only the details of a dispute name its payment. */
export function listDisputes(account: PayPalAccount, { request }: Call) {
  const { page_size: size, ...asked } = readParameters(listParameters, request.query);
  const page = Number(Buffer.from(asked.next_page_token ?? '', 'base64').toString()) || 1;
  const since = Date.parse(asked.update_time_after ?? '') / 1000 || 0;
  const wanted = [...account.disputes.rows()]
    .filter(({ updated }) => updated > since - 1)
    .toReversed();
  const items = wanted.slice((page - 1) * size, page * size).map((dispute) => {
    const { disputed_transactions: _, ...summary } = disputeObject(account, dispute);
    return { ...summary, dispute_outcome: undefined };
  });
  const linkTo = (rel: string, number: number) => {
    const query = new URLSearchParams({
      ...(asked.update_time_after !== undefined && { update_time_after: asked.update_time_after }),
      page_size: String(size),
      next_page_token: Buffer.from(String(number)).toString('base64'),
    });
    return { href: `${account.apiBase()}/v1/customer/disputes?${query}`, rel, method: 'GET' };
  };
  const hasMore = page * size < wanted.length;
  const links = [linkTo('self', page), ...(hasMore ? [linkTo('next', page + 1)] : [])];
  return { status: 200, body: { items, links } };
}

function disputeObject(account: PayPalAccount, dispute: DisputeRow) {
  const { id, created, amount, dueBy, outcome } = dispute;
  const capture = account.captures.get(dispute.capture);
  const currency = capture?.currency ?? 'EUR';
  return {
    dispute_id: id,
    create_time: timeText(created),
    disputed_transactions: [{ seller_transaction_id: dispute.capture }],
    ...(outcome === null
      ? { status: 'OPEN', seller_response_due_date: timeText(dueBy) }
      : {
          status: 'RESOLVED',
          dispute_outcome: {
            outcome_code: outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR',
          },
        }),
    dispute_amount: moneyOf(amount, currency),
  };
}
