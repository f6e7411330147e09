import * as labels from 'content:labels/forms';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { useId } from 'react';
import type { Currency } from '#contract/money.ts';

/** The first line of a bill. */
export function BillHead({ conference, currency }: { conference: string; currency: Currency }) {
  return (
    <p className="bill-head">
      <span>{conference}</span>
      <span className="font-semibold text-accent">{currency.code}</span>
    </p>
  );
}

type BillLinesProps = {
  heading: string;
  lines: readonly { label: string; notes: readonly (string | undefined)[]; amount: string }[];
  total: string | undefined;
};

export function BillLines({ heading, lines, total }: BillLinesProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="pt-5">
      <h2 id={headingId} className="font-serif text-name font-medium">
        {heading}
      </h2>
      <dl className="mt-4">
        {lines.map(({ label, notes, amount }) => (
          <div key={label} className="bill-line bill-item">
            <dt>
              {label}
              {notes.map(
                (note) =>
                  note && (
                    <span key={note} className="block text-label text-soft">
                      {note}
                    </span>
                  ),
              )}
            </dt>
            <span aria-hidden="true" className="bill-dots" />
            <dd translate="no">{amount}</dd>
          </div>
        ))}
        {total && (
          <div className="bill-line bill-total">
            <dt className="font-semibold">{labels.total}</dt>
            <dd translate="no" className="bill-sum">
              {total}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Tells screen readers the total of a bill when it changes. If they read all lines, visitors would hear loose amounts. */
export function SpokenTotal({ total, withFee }: { total: string | undefined; withFee: boolean }) {
  return (
    <p aria-live="polite" className="sr-only">
      {total &&
        fillPlaceholders(withFee ? labels.spokenTotalWithFee : labels.spokenTotal, { total })}
    </p>
  );
}
