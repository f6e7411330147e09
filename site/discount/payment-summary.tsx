import { useId } from 'react';
import { amountText, type Currency, type Fee, feeWords } from '#contract/money.ts';
import { SpokenTotal } from '#site/forms/spoken-total.tsx';
import type { DiscountBill } from './discount-bill.ts';

type PaymentSummaryProps = {
  bill: DiscountBill;
  fee: Fee;
  currency: Currency;
  conference: string;
};

/** The bill for the typed amount. */
export function PaymentSummary({ bill, fee, currency, conference }: PaymentSummaryProps) {
  const headingId = useId();
  const feeText = feeWords(fee, currency);
  const lines = [
    { label: 'Amount', note: undefined, amount: bill.amount },
    ...(feeText === undefined
      ? []
      : [{ label: 'Processing fee', note: feeText, amount: bill.fee }]),
  ];
  return (
    <>
      <section aria-labelledby={headingId} className="bill @container">
        <p className="bill-head">
          <span>{conference}</span>
          <span className="font-semibold text-accent">{currency.code}</span>
        </p>
        <h2 id={headingId} className="pt-5 font-serif text-name font-medium">
          Payment summary
        </h2>
        <dl className="mt-4">
          {lines.map(({ label, note, amount }) => (
            <div key={label} className="bill-line bill-item">
              <dt>
                {label}
                {note && <span className="block text-label text-soft">{note}</span>}
              </dt>
              <span aria-hidden="true" className="bill-dots" />
              <dd translate="no">{amountText(amount, currency)}</dd>
            </div>
          ))}
          <div className="bill-line bill-total">
            <dt className="font-semibold">Total</dt>
            <dd translate="no" className="bill-sum">
              {amountText(bill.total, currency)}
            </dd>
          </div>
        </dl>
      </section>
      <SpokenTotal total={amountText(bill.total, currency)} withFee={feeText !== undefined} />
    </>
  );
}
