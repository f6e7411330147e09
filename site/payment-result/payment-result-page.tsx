import conference from 'content:conference';
import pages from 'content:pages';
import { useEffect, useState } from 'react';
import drawing from '#site/drawings/payment-result.svg';
import { pageMeta } from '#site/page-meta.ts';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/payment-result-page.ts';
import { FailedView } from './failed-view.tsx';
import type { PaidView } from './paid-view.tsx';
import { isOpen, type PaymentView } from './payment-view.ts';
import { PendingView } from './pending-view.tsx';
import { usePaymentResult } from './use-payment-result.ts';

export const loader = () => pages.paymentResult;

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** The payment providers send payers back here. */
export default function PaymentResultPage({ loaderData: words }: Route.ComponentProps) {
  const { view, checkAgain } = usePaymentResult();
  const paid = usePaidView();
  const { title, text } = words[wordsFor(view)];
  const isPending = view.state === 'pending';
  const wasPaidBefore = view.state === 'paid' && view.wasPaidBefore;

  useEffect(() => {
    document.title = `${title} · ${conference.name}`;
  }, [title]);

  return (
    <>
      {/* Screen readers announce changes in here. */}
      <div aria-live="polite">
        <PageHeading
          compact
          heading={view.state === 'failed' ? words.error.title : title}
          intro={isPending ? undefined : wasPaidBefore ? words.success.paidBefore : text}
          drawing={drawing}
        >
          {isPending && (
            <p className="max-w-[36em] text-soft no-script:hidden">
              {view.by === 'PayPal' ? words.pending.paypal : text}
            </p>
          )}
        </PageHeading>
      </div>
      {/* While the result is pending it keeps the room of a result, so that the footer moves little when it comes. */}
      <div key={view.state} className={isPending ? 'min-h-96 no-script:min-h-0' : ''}>
        {isPending && <PendingView step={view.step} words={words.pending} />}
        {view.state === 'paid' && paid && <paid.PaidView {...view} words={words.success} />}
        {view.state === 'failed' && (
          <FailedView failure={view.failure} words={words} checkAgain={checkAgain} />
        )}
      </div>
    </>
  );
}

function wordsFor(view: PaymentView) {
  if (view.state === 'pending') return 'pending';
  if (view.state === 'paid') return 'success';
  return isOpen(view.failure) ? 'open' : 'error';
}

/** Loaded beside the first request, so that the page starts with little and the result does not wait for it. */
function usePaidView() {
  const [view, setView] = useState<{ PaidView: typeof PaidView }>();
  useEffect(() => {
    void import('./paid-view.tsx').then((loaded) => setView(loaded));
  }, []);
  return view;
}
