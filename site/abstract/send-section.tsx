import { useRef } from 'react';
import { PrivacyNote } from '#site/forms/form-notes.tsx';
import { useFocusKept } from '#site/forms/focus.tsx';
import { Button } from '#site/ui/button.tsx';
import { AbstractOutcome } from './abstract-outcome.tsx';
import type { Outcome } from './send-abstract.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { Progress } from './use-submission.ts';

type SendSectionProps = {
  ready: boolean;
  /** Set during an upload. */
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
        {busy ? 'Submitting...' : 'Submit Abstract'}
      </Button>
      {progress && <UploadProgress {...{ progress, fileName, onCancel }} />}
      <PrivacyNote />
    </div>
  );
}
