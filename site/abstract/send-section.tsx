import * as labels from 'content:labels/abstract';
import { useRef } from 'react';
import { Focused, useFocusKept } from '#site/forms/focus.tsx';
import { PrivacyNote } from '#site/forms/form-notes.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import type { Outcome } from './send-abstract.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { Progress } from './use-submission.ts';

type SendSectionProps = {
  ready: boolean;
  /** The progress of the running upload. */
  progress: Progress | undefined;
  fileName: string;
  outcome: Outcome | undefined;
  onCancel: () => void;
};

export function SendSection({ ready, progress, fileName, outcome, onCancel }: SendSectionProps) {
  const busy = progress !== undefined;
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box, busy);
  return (
    <div ref={box} tabIndex={-1} className="focus:outline-none">
      <AbstractOutcome outcome={outcome} />
      <Button type="submit" disabled={!ready} pending={busy} className="mt-8 w-full">
        {busy ? labels.submitting : labels.submit}
      </Button>
      {progress && <UploadProgress {...{ progress, fileName, onCancel }} />}
      <PrivacyNote />
    </div>
  );
}

/** The reason why the last attempt failed. The focus moves to this message. */
function AbstractOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const banner = bannerOf(outcome);
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
        <Banner tone="error" heading={outcome.text}>
          {outcome.reason && outcome.reason !== outcome.text && <p>{outcome.reason}</p>}
          <p>{labels.stillHere}</p>
        </Banner>
      );
    case 'unreachable':
      return (
        <Banner tone="error" heading={outcome.text}>
          <p>
            {labels.stillHere} {labels.sendingTwice}
          </p>
        </Banner>
      );
    case 'cancelled':
      return (
        <Banner tone="note" heading={labels.cancelled}>
          <p>
            {labels.stillHere} {labels.sendingTwice}
          </p>
        </Banner>
      );
    default:
      return null;
  }
}
