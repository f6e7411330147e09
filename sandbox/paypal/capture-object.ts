import { moneyOf } from './amount-findings.ts';
import { type Link, paths } from './links.ts';
import { type CaptureRow, type PayPalAccount, timeText } from './paypal-account.ts';
import { merchant } from './people.ts';

/** The capture as part of its order. */
export function captureObject(account: PayPalAccount, capture: CaptureRow) {
  return {
    id: capture.id,
    status: statusOf(capture),
    ...(capture.status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: moneyOf(capture.amount, capture.currency),
    final_capture: true,
    disbursement_mode: 'INSTANT',
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(capture.status === 'COMPLETED' ? { seller_receivable_breakdown: breakdown(capture) } : {}),
    ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
    ...(capture.customId === null ? {} : { custom_id: capture.customId }),
    links: captureLinks(account, capture),
    create_time: timeText(capture.created),
    update_time: timeText(capture.updated),
  };
}

/** The capture by itself, which also names its order. */
export function captureAlone(account: PayPalAccount, capture: CaptureRow) {
  return {
    ...captureObject(account, capture),
    payee: merchant,
    supplementary_data: { related_ids: { order_id: capture.order } },
  };
}

function statusOf({ status, refunded, amount }: CaptureRow): string {
  if (refunded === 0) return status;
  return refunded === amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

/** 2.49 % and 35 cents, rounded half up, but never more than came in. */
function breakdown({ amount, currency }: CaptureRow) {
  const fee = Math.min(amount, Math.floor((amount * 249 + 5000) / 10_000) + 35);
  return {
    gross_amount: moneyOf(amount, currency),
    paypal_fee: moneyOf(fee, currency),
    net_amount: moneyOf(amount - fee, currency),
  };
}

function captureLinks(account: PayPalAccount, { id, order }: CaptureRow): Link[] {
  const self = `${account.apiBase()}${paths.capture(id)}`;
  return [
    { href: self, rel: 'self', method: 'GET' },
    { href: `${self}/refund`, rel: 'refund', method: 'POST' },
    { href: `${account.apiBase()}${paths.order(order)}`, rel: 'up', method: 'GET' },
  ];
}
