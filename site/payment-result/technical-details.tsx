import type { PaymentFailure } from './payment-view.ts';
import { detailsOf } from './support-mail.ts';

export function TechnicalDetails({ failure }: { failure: PaymentFailure }) {
  return (
    <details className="mt-8 border-t border-rule">
      <summary className="min-h-11 cursor-pointer py-3 text-small font-semibold">
        Technical details
      </summary>
      <dl className="pb-2 text-small">
        {detailsOf(failure).map(([label, value]) => (
          <div key={label} className="border-t border-rule py-2.5">
            <dt className="text-label text-faint">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
