import pages from 'content:pages';
import type { Pages } from '#contract/content/pages-shape.ts';
import drawing from '#site/drawings/payment-result.svg';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/payment-result-page.ts';
import type { PaymentView } from './payment-view.ts';
import { PaidView } from './paid-view.tsx';
import { FailedView } from './failed-view.tsx';
import { PendingView } from './pending-view.tsx';
import { usePaymentResult } from './use-payment-result.ts';

export const loader = () => pages.paymentResult;

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** The payment providers send payers back here. */
export default function PaymentResultPage({ loaderData: words }: Route.ComponentProps) {
  const { view, checkAgain } = usePaymentResult();
  return (
    <>
      {/* Screen readers announce changes in here. */}
      <div aria-live="polite">{headingOf(view, words)}</div>
      {/* As tall as the window, so that the footer does not move when one view replaces another. */}
      <div key={view.state} className="min-h-svh no-script:min-h-0 print:min-h-0">
        {view.state === 'pending' && <PendingView step={view.step} words={words.pending} />}
        {view.state === 'paid' && <PaidView receipt={view.receipt} words={words.success} />}
        {view.state === 'failed' && (
          <FailedView failure={view.failure} words={words} checkAgain={checkAgain} />
        )}
      </div>
    </>
  );
}

function headingOf(view: PaymentView, words: Pages['paymentResult']) {
  if (view.state !== 'pending') {
    const { title, text } = view.state === 'paid' ? words.success : words.error;
    return <PageHeading heading={title} intro={text} drawing={drawing} />;
  }
  const { title, text, paypal } = words.pending;
  return (
    <PageHeading heading={title} drawing={drawing}>
      <p className="max-w-[29em] text-lead text-soft no-script:hidden">
        {view.by === 'PayPal' ? paypal : text}
      </p>
    </PageHeading>
  );
}
