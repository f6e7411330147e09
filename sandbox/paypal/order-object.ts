import { captureObject } from './capture-object.ts';
import { type Link, paths } from './links.ts';
import { type OrderRow, type PayPalAccount, timeText } from './paypal-account.ts';
import { merchant, payer, wallet } from './people.ts';
import { refundObject } from './refund-object.ts';

/** The full order, as in the answer to GET and to `Prefer: return=representation`. */
export function orderObject(account: PayPalAccount, order: OrderRow) {
  const isApproved = order.status === 'APPROVED' || order.status === 'COMPLETED';
  const { reference_id: reference, ...unit } = order.unit;
  const payments = paymentsOf(account, order);
  return {
    create_time: timeText(order.created),
    update_time: timeText(order.updated),
    id: order.id,
    intent: 'CAPTURE',
    ...(isApproved ? { payment_source: { paypal: wallet } } : emptyWallet(order)),
    purchase_units: [
      {
        reference_id: reference ?? 'default',
        ...unit,
        payee: merchant,
        ...(payments ? { payments } : {}),
      },
    ],
    ...(isApproved ? { payer } : {}),
    status: order.status,
    links: orderLinks(account, order),
  };
}

export function minimalOrder(account: PayPalAccount, order: OrderRow) {
  return {
    id: order.id,
    status: order.status,
    ...emptyWallet(order),
    links: orderLinks(account, order),
  };
}

export function payPageUrl(account: PayPalAccount, order: OrderRow): string {
  const told = order.returnUrl ?? order.cancelUrl;
  const origin =
    account.publicBaseUrl?.replace(/\/+$/, '') ??
    (told === null ? account.apiBase() : new URL(told).origin);
  return `${origin}/sandbox/paypal/checkoutnow?token=${order.id}`;
}

function orderLinks(account: PayPalAccount, order: OrderRow): Link[] {
  const self = `${account.apiBase()}${paths.order(order.id)}`;
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }];
  if (order.status === 'COMPLETED') return links;
  const page = payPageUrl(account, order);
  if (order.status === 'PAYER_ACTION_REQUIRED')
    return [...links, { href: page, rel: 'payer-action', method: 'GET' }];
  if (order.status === 'CREATED') links.push({ href: page, rel: 'approve', method: 'GET' });
  return [
    ...links,
    { href: self, rel: 'update', method: 'PATCH' },
    { href: `${self}/capture`, rel: 'capture', method: 'POST' },
  ];
}

function paymentsOf(account: PayPalAccount, order: OrderRow) {
  const capture = account.captures.get(order.capture ?? '');
  if (!capture) return undefined;
  const refunds = [...account.refunds.rows()].filter((refund) => refund.capture === capture.id);
  return {
    captures: [captureObject(account, capture)],
    ...(refunds.length > 0
      ? { refunds: refunds.map((refund) => refundObject(account, refund)) }
      : {}),
  };
}

function emptyWallet({ isWalletOrder }: OrderRow) {
  return isWalletOrder ? { payment_source: { paypal: {} } } : {};
}
