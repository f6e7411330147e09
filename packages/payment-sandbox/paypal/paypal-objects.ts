import {
  type CaptureRow,
  type OrderRow,
  type PayPalAccount,
  type RefundRow,
  timeText,
} from './paypal-account.ts';
import type { Link } from './paypal-errors.ts';
import { moneyOf } from './paypal-parameters.ts';

/** The path of each resource below the API's origin. */
export const paths = {
  order: (id: string) => `/v2/checkout/orders/${id}`,
  capture: (id: string) => `/v2/payments/captures/${id}`,
  refund: (id: string) => `/v2/payments/refunds/${id}`,
  transactions: '/v1/reporting/transactions',
  disputes: '/v1/customer/disputes',
  dispute: (id: string) => `/v1/customer/disputes/${id}`,
  event: (id: string) => `/v1/notifications/webhooks-events/${id}`,
} as const;

/** The seller and the buyer of every order. */
const merchant = { email_address: 'merchant@sandbox.example', merchant_id: 'SANDBXSELLER2' };

export const payer = {
  name: { given_name: 'Sandbox', surname: 'Buyer' },
  email_address: 'buyer@sandbox.example',
  payer_id: 'SANDBXBUYER23',
  address: { country_code: 'DE' },
};

/** The same buyer as a payment source. */
const wallet = {
  email_address: payer.email_address,
  account_id: payer.payer_id,
  account_status: 'VERIFIED',
  name: payer.name,
  address: payer.address,
};

/** The full order, as in the answer to GET and to `Prefer: return=representation`. */
export function orderObject(account: PayPalAccount, order: OrderRow) {
  const { id, status, unit } = order;
  const isApproved = status === 'APPROVED' || status === 'COMPLETED';
  const capture = account.captures.get(order.capture ?? '');
  const refunds = [...account.refunds.rows()].filter((refund) => refund.capture === capture?.id);
  return {
    create_time: timeText(order.created),
    update_time: timeText(order.updated),
    id,
    intent: 'CAPTURE',
    ...(isApproved ? { payment_source: { paypal: wallet } } : emptyWallet(order)),
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        payee: merchant,
        ...(capture && {
          payments: {
            captures: [captureObject(account, capture)],
            ...(refunds.length > 0 && {
              refunds: refunds.map((refund) => refundObject(account, refund)),
            }),
          },
        }),
      },
    ],
    ...(isApproved && { payer }),
    status,
    links: orderLinks(account, order),
  };
}

export function minimalOrder(account: PayPalAccount, order: OrderRow) {
  const { id, status } = order;
  return { id, status, ...emptyWallet(order), links: orderLinks(account, order) };
}

export function payPageUrl(account: PayPalAccount, order: OrderRow): string {
  const told = order.returnUrl ?? order.cancelUrl;
  const origin = account.pageBase() ?? (told === null ? account.apiBase() : new URL(told).origin);
  return `${origin}/sandbox/paypal/checkoutnow?token=${order.id}`;
}

function emptyWallet({ isWalletOrder }: OrderRow) {
  return isWalletOrder ? { payment_source: { paypal: {} } } : {};
}

function orderLinks(account: PayPalAccount, order: OrderRow): Link[] {
  const self = linkTo(account, paths.order(order.id), 'self');
  const capture: Link = { href: `${self.href}/capture`, rel: 'capture', method: 'POST' };
  const page = (rel: string): Link => ({ href: payPageUrl(account, order), rel, method: 'GET' });
  switch (order.status) {
    case 'CREATED':
      return [self, page('approve'), capture];
    case 'PAYER_ACTION_REQUIRED':
      return [self, page('payer-action')];
    case 'APPROVED':
      return [self, capture];
    case 'COMPLETED':
      return [self];
  }
}

/** The capture as part of its order. */
function captureObject(account: PayPalAccount, capture: CaptureRow) {
  const { id, amount, currency, status, refunded } = capture;
  const self = linkTo(account, paths.capture(id), 'self');
  return {
    id,
    status: refunded === 0 ? status : refunded === amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: moneyOf(amount, currency),
    final_capture: true,
    ...references(capture),
    links: [
      self,
      { href: `${self.href}/refund`, rel: 'refund', method: 'POST' },
      linkTo(account, paths.order(capture.order), 'up'),
    ],
    create_time: timeText(capture.created),
    update_time: timeText(capture.updated),
  };
}

/** The capture as the answer to its own call, with the id of its order. */
export function captureAlone(account: PayPalAccount, capture: CaptureRow) {
  return {
    ...captureObject(account, capture),
    payee: merchant,
    supplementary_data: { related_ids: { order_id: capture.order } },
  };
}

export function refundObject(account: PayPalAccount, refund: RefundRow) {
  const { amount, currency, noteToPayer, totalRefunded } = refund;
  const capture = account.captures.get(refund.capture);
  return {
    ...minimalRefund(account, refund),
    amount: moneyOf(amount, currency),
    ...(noteToPayer !== null && { note_to_payer: noteToPayer }),
    ...references({ invoiceId: refund.invoiceId, customId: capture?.customId ?? null }),
    seller_payable_breakdown: { total_refunded_amount: moneyOf(totalRefunded, currency) },
    payer: merchant,
    create_time: timeText(refund.created),
    update_time: timeText(refund.created),
  };
}

/** A refund names its capture only in the link `up`. */
export function minimalRefund(account: PayPalAccount, { id, capture, status }: RefundRow) {
  return {
    id,
    status,
    ...(status !== 'COMPLETED' && { status_details: { reason: 'ECHECK' } }),
    links: [
      linkTo(account, paths.refund(id), 'self'),
      linkTo(account, paths.capture(capture), 'up'),
    ],
  };
}

export function linkTo(account: PayPalAccount, path: string, rel: string): Link {
  return { href: `${account.apiBase()}${path}`, rel, method: 'GET' };
}

function references({ invoiceId, customId }: Pick<CaptureRow, 'invoiceId' | 'customId'>) {
  return {
    ...(invoiceId !== null && { invoice_id: invoiceId }),
    ...(customId !== null && { custom_id: customId }),
  };
}
