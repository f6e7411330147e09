import type { Pages } from '#contract/content/pages-shape.ts';
import { STEPS } from './payment-view.ts';

type PendingViewProps = { step: number | undefined; words: Pages['paymentResult']['pending'] };

export function PendingView({ step, words }: PendingViewProps) {
  return (
    <div className="page pt-10 lg:pt-14">
      <div className="max-w-[38rem] no-script:hidden">
        <StepChain step={step} />
      </div>
      <noscript>
        <p className="max-w-[32em] border-l-4 border-edge bg-sunk px-5 py-4">{words.noScript}</p>
      </noscript>
    </div>
  );
}

const BOND = 40;
const atoms = Array.from({ length: STEPS }, (_, at) => ({
  x: 14 + at * BOND,
  y: at % 2 ? 40 : 17,
}));

/** Shows the progress of the checks: a chain that grows by one monomer with each. */
function StepChain({ step = 0 }: { step: number | undefined }) {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${14 * 2 + (STEPS - 1) * BOND} 57`}
        className="w-full overflow-visible"
      >
        <polyline
          points={atoms.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="var(--color-rule)"
          strokeWidth="1.5"
        />
        {atoms.map(({ x, y }, at) => (
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
      <p className="mt-5 min-h-8 text-lead">{step > 0 && `Step ${step} of ${STEPS}`}</p>
    </>
  );
}
