import { Link } from 'react-router';
import type { Pages } from '#contract/content/pages-shape.ts';
import { Banner } from '#site/ui/banner.tsx';
import { usePaymentTrace } from './use-payment-trace.ts';

/** Warns whoever may have paid already: people press "back" after paying. */
export function PaymentNote({ words }: { words: Pages['unpaid'] }) {
  const trace = usePaymentTrace();
  if (trace.state === 'none') return null;
  const { note, link } = {
    begun: { note: words.traceNote, link: '' },
    open: { note: words.checkingNote, link: words.checkingLink },
    paid: { note: words.paidNote, link: words.paidLink },
  }[trace.state];
  return (
    <div className="page pt-10">
      <Banner tone={trace.state === 'paid' ? 'good' : 'note'} className="max-w-[54rem]">
        <p>
          {note}{' '}
          {trace.state !== 'begun' && (
            <Link to={trace.address} className="link font-semibold">
              {link}
            </Link>
          )}
        </p>
      </Banner>
    </div>
  );
}
