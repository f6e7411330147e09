import type { CaptureRow, OrderRow, PayPalAccount, RefundRow } from './paypal-account.ts';
import { moneyOf } from './paypal-parameters.ts';

/** The full order, as in the answer to GET and to `Prefer: return=representation`. */
export function orderObject(account: PayPalAccount, order: OrderRow) {
  const { id, status, unit } = order;
  const capture = account.captures.get(order.capture ?? '');
  const refunds = [...account.refunds.rows()].filter((refund) => refund.capture === capture?.id);
  return {
    id,
    purchase_units: [
      {
        ...unit,
        ...(capture && {
          payments: {
            captures: [captureObject(capture)],
            refunds: refunds.map((refund) => refundObject(account, refund)),
          },
        }),
      },
    ],
    status,
    links:
      status === 'PAYER_ACTION_REQUIRED'
        ? [{ href: payPageUrl(account, order), rel: 'payer-action', method: 'GET' }]
        : [],
  };
}

export function payPageUrl(account: PayPalAccount, order: OrderRow): string {
  const origin = account.pageBase() ?? new URL(order.returnUrl).origin;
  return `${origin}/sandbox/paypal/checkoutnow?token=${order.id}`;
}

/** The capture as part of its order. */
function captureObject({ id, amount, currency, status, refunded, customId }: CaptureRow) {
  return {
    id,
    status: refunded === 0 ? status : refunded === amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    amount: moneyOf(amount, currency),
    ...(customId !== null && { custom_id: customId }),
  };
}

/** The capture as the resource of an event, with the id of its order. */
export function captureAlone(capture: CaptureRow) {
  return {
    ...captureObject(capture),
    supplementary_data: { related_ids: { order_id: capture.order } },
  };
}

/** A refund names its capture only in the link `up`. */
export function refundObject(account: PayPalAccount, refund: RefundRow) {
  const { id, status, amount, currency, invoiceId } = refund;
  return {
    id,
    status,
    amount: moneyOf(amount, currency),
    ...(invoiceId !== null && { invoice_id: invoiceId }),
    links: [
      {
        href: `${account.apiBase()}/v2/payments/captures/${refund.capture}`,
        rel: 'up',
        method: 'GET',
      },
    ],
  };
}
