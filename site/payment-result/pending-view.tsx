import type { Pages } from '#contract/content/pages-shape.ts';
import { StepChain } from './step-chain.tsx';

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
