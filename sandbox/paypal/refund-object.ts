import { moneyOf } from './amount-findings.ts';
import { paths } from './links.ts';
import { type PayPalAccount, type RefundRow, timeText } from './paypal-account.ts';
import { merchant } from './people.ts';

export function refundObject(account: PayPalAccount, refund: RefundRow) {
  const { amount, currency } = refund;
  return {
    id: refund.id,
    amount: moneyOf(amount, currency),
    ...(refund.noteToPayer === null ? {} : { note_to_payer: refund.noteToPayer }),
    ...(refund.invoiceId === null ? {} : { invoice_id: refund.invoiceId }),
    ...(refund.customId === null ? {} : { custom_id: refund.customId }),
    seller_payable_breakdown: {
      gross_amount: moneyOf(amount, currency),
      paypal_fee: moneyOf(0, currency),
      net_amount: moneyOf(amount, currency),
      total_refunded_amount: moneyOf(refund.totalRefunded, currency),
    },
    payer: merchant,
    status: 'COMPLETED',
    links: refundLinks(account, refund),
    create_time: timeText(refund.created),
    update_time: timeText(refund.created),
  };
}

export function minimalRefund(account: PayPalAccount, refund: RefundRow) {
  return { id: refund.id, status: 'COMPLETED', links: refundLinks(account, refund) };
}

/** A refund names its capture only in the link `up`. */
function refundLinks(account: PayPalAccount, { id, capture }: RefundRow) {
  return [
    { href: `${account.apiBase()}${paths.refund(id)}`, rel: 'self', method: 'GET' as const },
    { href: `${account.apiBase()}${paths.capture(capture)}`, rel: 'up', method: 'GET' as const },
  ];
}
