import {
  planRefund,
  planRefundTakenBack,
  planSettled,
} from '#server/orders/change/refund-order.ts';
import { planMisfitRefund } from '#server/orders/change/refund-mismatch.ts';
import { command, field } from '#organiser/command.ts';
import { REFERENCE } from '#organiser/fields.ts';

const DESPITE_DISPUTE = field('flag', '--despite-dispute', 'Refund in spite of the open dispute', {
  overrules: true,
});

export const refund = command({
  name: 'refund',
  isEnding: true,
  title: 'Refund',
  summary:
    'Refunds a paid order, in full or an amount; the registration stays as it is. Of an unpaid one it refunds money that does not fit it.',
  subject: 'Money',
  fields: {
    reference: REFERENCE,
    amount: field('amount', '--amount 120.00', 'Amount', {
      hint: 'such as 120.00',
      otherwise: 'all that is left',
    }),
    isDespiteDispute: DESPITE_DISPUTE,
    isDespiteSettled: field('flag', '--despite-settled', 'Refund what was settled once more', {
      overrules: true,
    }),
  },
  plan: planRefund,
  confirm: '--send',
});

export const refundMisfit = command({
  name: 'refund',
  when: '--misfit',
  id: 'refund-misfit',
  isEnding: true,
  title: 'Refund money that does not fit',
  summary:
    'Refunds all of the money that came for an order and does not fit it, also if another payment has paid the order.',
  subject: 'Money',
  fields: {
    reference: field('reference', '--misfit REFERENCE', 'Reference'),
    isDespiteDispute: DESPITE_DISPUTE,
  },
  plan: planMisfitRefund,
  confirm: '--send',
});

export const takeRefundBack = command({
  name: 'refund',
  when: '--cancel',
  id: 'take-refund-back',
  title: 'Take the refund back',
  summary:
    'Takes back a refund that was not sent yet, or a bank transfer that nobody has made yet; doctor and show have the ids.',
  subject: 'Money',
  fields: { id: field('text', '--cancel ID', 'Id of the refund') },
  plan: planRefundTakenBack,
  confirm: '--send',
});

export const settle = command({
  name: 'refund',
  when: '--settled',
  id: 'settle',
  title: 'Mark as settled',
  summary:
    'Records that a concern with an id in doctor is settled, such as a failed refund that the payer got in another way. It moves no money.',
  subject: 'Money',
  fields: { id: field('text', '--settled ID', 'Id that doctor shows') },
  asksProviders: false,
  plan: planSettled,
});
