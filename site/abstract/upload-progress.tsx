import * as labels from 'content:labels/abstract';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { useEffect, useId, useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import { percentText, sizeText } from '#site/ui/number-text.ts';
import { secondsLeft } from './upload-rate.ts';
import type { Progress } from './use-submission.ts';

type UploadProgressProps = { progress: Progress; fileName: string; onCancel: () => void };

/** Uploads shorter than this show no progress, because nobody could read it. In milliseconds. */
const WORTH_SHOWING = 400;

export function UploadProgress({ progress, fileName, onCancel }: UploadProgressProps) {
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
