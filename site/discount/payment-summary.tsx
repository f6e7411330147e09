import * as labels from 'content:labels/discount';
import * as forms from 'content:labels/forms';
import { amountText, type Cents, type Currency, type Fee, feeWords } from '#contract/money.ts';
import { BillHead, BillLines, SpokenTotal } from '#site/forms/bill.tsx';
import type { DiscountBill } from './discount-bill.ts';

type PaymentSummaryProps = {
  bill: DiscountBill;
  fee: Fee;
  currency: Currency;
  conference: string;
};

/** The bill for the typed amount. */
export function PaymentSummary({ bill, fee, currency, conference }: PaymentSummaryProps) {
  const feeText = feeWords(fee, currency);
  const line = (label: string, cents: Cents, note?: string) => {
    return { label, notes: [note], amount: amountText(cents, currency) };
  };
  const lines = [
    line(labels.amountLine, bill.amount),
    ...(feeText === undefined ? [] : [line(forms.processingFee, bill.fee, feeText)]),
  ];
  const total = amountText(bill.total, currency);
  return (
    <div className="bill">
      <BillHead {...{ conference, currency }} />
      <div className="@container">
        <BillLines heading={labels.summary} {...{ lines, total }} />
      </div>
      <SpokenTotal total={total} withFee={feeText !== undefined} />
    </div>
  );
}
