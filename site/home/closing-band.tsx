import type { Prices } from '#contract/content/prices-shape.ts';
import { add, asCents, euros, feeOn } from '#contract/money.ts';
import { ButtonLink } from '#site/ui/button.tsx';

/** The end of the page leads where its beginning does, with what it costs. */
export function ClosingBand({ prices }: { prices: Prices }) {
  const { processingFeePercent: percent, presentation } = prices;
  const least = asCents(Math.min(...Object.values(presentation)));
  return (
    <div className="page pt-(--section)">
      <div className="flex flex-wrap items-center justify-between gap-6 border-y border-ink py-8">
        <p className="max-w-[24em] text-lead">
          Registration costs from {euros(add(least, feeOn(least, percent)))}, processing fee
          included. Rooms can be booked with it.
        </p>
        <ButtonLink to="/conference-registration">Prices and places</ButtonLink>
      </div>
    </div>
  );
}
