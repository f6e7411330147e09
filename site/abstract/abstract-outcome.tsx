import { Focused } from '#site/forms/focus.tsx';
import { Banner } from '#site/ui/banner.tsx';
import type { Outcome } from './send-abstract.ts';

/** Why the last attempt failed. The focus moves here. */
export function AbstractOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const banner = bannerOf(outcome);
  return (
    banner && (
      <Focused when={outcome} className="mt-8">
        {banner}
      </Focused>
    )
  );
}

const STILL_HERE = 'Your entries and the file are still here.';
// The server takes the same file from the same person as the same abstract.
const ONCE = 'Sending the same abstract again is safe: it is recorded once.';

function bannerOf(outcome: Outcome | undefined) {
  switch (outcome?.end) {
    case 'failed':
      return (
        <Banner tone="error" heading={outcome.text}>
          {outcome.reason && outcome.reason !== outcome.text && <p>{outcome.reason}</p>}
          <p>{STILL_HERE}</p>
        </Banner>
      );
    case 'unreachable':
      return (
        <Banner tone="error" heading={outcome.text}>
          <p>
            {STILL_HERE} {ONCE}
          </p>
        </Banner>
      );
    case 'cancelled':
      return (
        <Banner tone="note" heading="Upload cancelled">
          <p>
            {STILL_HERE} {ONCE}
          </p>
        </Banner>
      );
    default:
      return null;
  }
}
