import * as labels from 'content:labels/paymentResult';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import conference from 'content:conference';
import pages from 'content:pages';
import { useEffect, useState } from 'react';
import type { Pages } from '#contract/content/shapes/pages-shape.ts';
import drawing from 'theme:drawings/payment-result';
import { pageMeta } from '#site/page-meta.ts';
import { focusContent } from '#site/layout/route-change.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/payment-result-page.ts';
import { FailedView } from './failed-view.tsx';
import type { PaidView } from './paid-view.tsx';
import { introOf, STEPS } from './payment-view.ts';
import { usePaymentResult } from './use-payment-result.ts';

export const loader = () => pages.paymentResult;

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** The page to which the payment providers send payers back. */
export default function PaymentResultPage({ loaderData: words }: Route.ComponentProps) {
  const { view, checkAgain } = usePaymentResult();
  const paid = usePaidView();
  const { title, text } = introOf(view, words);
  const isPending = view.state === 'pending';

  useEffect(() => {
    document.title = `${title} · ${conference.name}`;
  }, [title]);

  // A visitor who comes from the provider has not focused anything yet.
  useEffect(() => {
    if (!isPending && document.activeElement === document.body) focusContent();
  }, [isPending]);

  return (
    <>
      {/* Screen readers announce changes of the heading. */}
      <div aria-live="polite">
        <PageHeading
          compact
          heading={view.state === 'failed' ? words.error.title : title}
          intro={isPending ? undefined : text}
          drawing={drawing}
        >
          {isPending && (
            <p className="max-w-[36em] text-soft no-script:hidden">
              {view.by === 'PayPal' ? words.pending.paypal : text}
            </p>
          )}
        </PageHeading>
      </div>
      {/* A pending result is as high as a result, so that the footer hardly moves when the result arrives. */}
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

/** Loads the view during the first request, so that the page starts with less code and the result need not wait. */
function usePaidView() {
  const [view, setView] = useState<{ PaidView: typeof PaidView }>();
  useEffect(() => {
    void import('./paid-view.tsx').then((loaded) => setView(loaded));
  }, []);
  return view;
}

type PendingViewProps = { step: number | undefined; words: Pages['paymentResult']['pending'] };

function PendingView({ step, words }: PendingViewProps) {
  return (
    <div className="page pt-10 lg:pt-14">
      <div className="max-w-[38rem] no-script:hidden">
        <StepLine step={step} />
      </div>
      <noscript>
        <p className="max-w-[32em] border-s-4 border-edge bg-sunk px-5 py-4">{words.noScript}</p>
      </noscript>
    </div>
  );
}

const STEP = 40;
const points = Array.from({ length: STEPS }, (_, at) => ({
  x: 14 + at * STEP,
  y: at % 2 ? 40 : 17,
}));

/** Shows the progress of the checks as a line on which each check fills a dot. */
function StepLine({ step = 0 }: { step: number | undefined }) {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${14 * 2 + (STEPS - 1) * STEP} 57`}
        className="onward w-full overflow-visible"
      >
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--color-rule)"
          strokeWidth="1.5"
        />
        {points.map(({ x, y }, at) => (
          <circle
            key={x}
            cx={x}
            cy={y}
            r="8"
            strokeWidth="1.5"
            className={at < step ? 'fill-accent stroke-accent' : 'fill-paper stroke-edge'}
          />
        ))}
      </svg>
      <p className="mt-5 min-h-8 text-lead">
        {step > 0 && fillPlaceholders(labels.step, { n: String(step), all: String(STEPS) })}
      </p>
    </>
  );
}
