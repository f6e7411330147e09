import { randomInt } from 'node:crypto';
import { moneyOf } from './amount-findings.ts';
import { emit } from './events.ts';
import { paths } from './links.ts';
import { type CaptureRow, type PayPalAccount, timeText } from './paypal-account.ts';
import { merchant, payer } from './people.ts';

/** The buyer complains to PayPal. */
export function openDispute(account: PayPalAccount, capture: CaptureRow): void {
  if (capture.disputed) return;
  account.captures.put(capture.id, { ...capture, disputed: true });
  const id = `PP-R-SBX-${randomInt(10_000_000, 99_999_999)}`;
  emit(account, 'CUSTOMER.DISPUTE.CREATED', {
    resource: disputeObject(account, id, capture),
    summary: `A new dispute opened with Case # ${id}`,
  });
}

function disputeObject(account: PayPalAccount, id: string, capture: CaptureRow) {
  const now = timeText(account.clock.seconds());
  const money = moneyOf(capture.amount, capture.currency);
  return {
    dispute_id: id,
    create_time: now,
    update_time: now,
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        create_time: timeText(capture.created),
        transaction_status: 'COMPLETED',
        gross_amount: money,
        ...(capture.invoiceId === null ? {} : { invoice_number: capture.invoiceId }),
        ...(capture.customId === null ? {} : { custom: capture.customId }),
        buyer: { name: `${payer.name.given_name} ${payer.name.surname}` },
        seller: { email: merchant.email_address, merchant_id: merchant.merchant_id },
        items: [],
        seller_protection_eligible: true,
      },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: 'OPEN',
    dispute_amount: money,
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    messages: [],
    links: [{ href: `${account.apiBase()}${paths.dispute(id)}`, rel: 'self', method: 'GET' }],
  };
}
