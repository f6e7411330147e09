import type { Pages } from '#contract/content.ts';
import { StepChain } from './step-chain.tsx';

type PendingViewProps = { step: number | undefined; words: Pages['paymentResult']['pending'] };

/** As tall as a window, so that the end of the page is nowhere in sight when an answer takes this place. */
export function PendingView({ step, words }: PendingViewProps) {
  return (
    <div className="page min-h-svh pt-10 lg:pt-14 no-script:min-h-0">
      <div className="max-w-[38rem] no-script:hidden">
        <StepChain step={step} />
      </div>
      <noscript>
        <p className="max-w-[54ch] border-l-4 border-edge bg-sunk px-5 py-4">{words.noScript}</p>
      </noscript>
    </div>
  );
}
