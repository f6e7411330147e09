import * as labels from 'content:labels/abstract';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { withElements } from '#site/ui/sentence.ts';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { ExpiringStorage } from '#site/forms/expiring-storage.ts';
import { SUBMITTED_ABSTRACT } from '#site/forms/storage-keys.ts';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import { momentText } from '#site/ui/moment-text.ts';

/** The data that the browser keeps about the last abstract. It has nothing about the author. */
const Submitted = z.object({ reference: z.string(), at: z.number() });
export type Submitted = z.output<typeof Submitted>;

export function saveSubmitted(storage: ExpiringStorage, submitted: Submitted): void {
  storage.set(SUBMITTED_ABSTRACT, JSON.stringify(submitted));
}

export function readSubmitted(storage: ExpiringStorage): Submitted | undefined {
  try {
    return Submitted.parse(JSON.parse(storage.get(SUBMITTED_ABSTRACT) ?? ''));
  } catch {
    return undefined;
  }
}

type SubmittedNoteProps = {
  submitted: Submitted;
  /** Whether the visitor closed the receipt just now. The focus then moves to this note. */
  isNew: boolean;
  onHide: () => void;
};

/** A note about the last abstract from this browser. The page shows it after the visitor has closed the receipt. */
export function SubmittedNote({ submitted, isNew, onHide }: SubmittedNoteProps) {
  const { reference, at } = submitted;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(reference);
    setCopied(true);
  };
  return (
    <div ref={box} tabIndex={-1}>
      <Banner tone="good" heading={fillPlaceholders(labels.submitted, { reference })}>
        <p>
          {withElements(labels.submittedOn, { moment: <span>{momentText(at)}</span> })}{' '}
          <strong className="font-semibold">
            {isNew ? labels.stepLeft : labels.authorsByLink}
          </strong>
        </p>
        <p className="flex flex-wrap gap-x-6">
          <Button variant="quiet" onClick={() => void copy().catch(() => undefined)}>
            {isCopied ? labels.referenceCopied : labels.copyReference}
          </Button>
          <Button variant="quiet" onClick={onHide}>
            {labels.hideNote}
          </Button>
        </p>
      </Banner>
    </div>
  );
}
