import { Focused } from '#site/forms/focus.tsx';
import { OfflineNote } from '#site/forms/form-notes.tsx';
import { Banner } from '#site/ui/banner.tsx';
import type { Outcome } from './check-out-discount.ts';

type DiscountOutcomeProps = { incomplete: boolean; outcome: Outcome | undefined };

/** The outcome of the last attempt. The focus moves here, unless a field failed. */
export function DiscountOutcome({ incomplete, outcome }: DiscountOutcomeProps) {
  const banner = incomplete ? (
    <Banner tone="error">Please fill in all required fields correctly.</Banner>
  ) : (
    bannerOf(outcome)
  );
  return (
    banner && (
      <Focused when={outcome} className="mt-8">
        {banner}
      </Focused>
    )
  );
}

function bannerOf(outcome: Outcome | undefined) {
  switch (outcome?.end) {
    case 'failed':
      return (
        <>
          <Banner tone="error">{outcome.text}</Banner>
          {outcome.offline && <OfflineNote next="Press again when you are online." />}
        </>
      );
    case 'taken':
      return (
        <Banner tone="good" heading="Registration received">
          Thank you. Your discount registration was submitted successfully.
        </Banner>
      );
    default:
      return null;
  }
}
