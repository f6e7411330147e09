import * as labels from 'content:labels/abstract';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { Focused, useFocusKept } from '#site/forms/focus.tsx';
import { PrivacyNote } from '#site/forms/form-notes.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import { percentText, sizeText } from '#site/ui/number-text.ts';
import type { Outcome } from './send-abstract.ts';
import { secondsLeft } from './upload-rate.ts';
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
  const banner = bannerOf(outcome);
  return (
    <div ref={box} tabIndex={-1} className="focus:outline-none">
      {banner && (
        <Focused when={outcome} className="mt-8">
          {banner}
        </Focused>
      )}
      <Button type="submit" disabled={!ready} pending={busy} className="mt-8 w-full">
        {busy ? labels.submitting : labels.submit}
      </Button>
      {progress && <UploadProgress {...{ progress, fileName, onCancel }} />}
      <PrivacyNote />
    </div>
  );
}

/** The reason why the last attempt failed. The focus moves to this message. */
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

type UploadProgressProps = { progress: Progress; fileName: string; onCancel: () => void };

/** Uploads shorter than this show no progress, because nobody could read it. In milliseconds. */
const WORTH_SHOWING = 400;

function UploadProgress({ progress, fileName, onCancel }: UploadProgressProps) {
  const [shown, setShown] = useState(false);
  const headingId = useId();

  useEffect(() => {
    const timer = setTimeout(() => setShown(true), WORTH_SHOWING);
    return () => clearTimeout(timer);
  }, []);

  if (!shown) return null;
  const { sent, total } = progress;
  const percent = total === 0 ? 0 : Math.floor((100 * sent) / total);
  return (
    <div className="mt-8 border border-rule border-t-4 border-t-ink bg-raised p-6">
      <div className="flex items-baseline justify-between gap-6">
        <p id={headingId} className="min-w-0 text-small font-semibold">
          {labels.uploadProgress}
          <span translate="no" className="block truncate font-normal text-soft">
            {fileName}
          </span>
        </p>
        <p className="font-serif text-heading">{percentText(percent)}</p>
      </div>
      <progress
        aria-labelledby={headingId}
        value={percent}
        max={100}
        className="mt-3 block h-2 w-full appearance-none overflow-hidden rounded-edge border-0 bg-sunk [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
      />
      <p className="mt-2 min-h-[1lh] text-small text-soft">{stateInWords(progress)}</p>
      <Button variant="quiet" onClick={onCancel}>
        {labels.cancelUpload}
      </Button>
    </div>
  );
}

function stateInWords({ sent, total, rate }: Progress): string {
  if (sent >= total) return labels.allSent;
  const parts = [fillPlaceholders(labels.sentOf, { sent: sizeText(sent), total: sizeText(total) })];
  if (rate === 0) parts.push(labels.waitingForNetwork);
  else if (rate !== undefined)
    parts.push(fillPlaceholders(labels.perSecond, { size: sizeText(rate) }));
  const seconds = secondsLeft(total - sent, rate);
  if (seconds !== undefined) parts.push(timeInWords(seconds));
  return parts.join(' · ');
}

function timeInWords(seconds: number): string {
  const [words, n] =
    seconds < 90 ? [labels.secondsLeft, seconds] : [labels.minutesLeft, Math.round(seconds / 60)];
  return fillPlaceholders(words, { n: String(n) });
}
