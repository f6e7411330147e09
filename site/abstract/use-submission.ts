import * as labels from 'content:labels/abstract';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { type Outcome, sendAbstract } from './send-abstract.ts';
import { rateOf, recent, type Sample } from './upload-rate.ts';

/** The progress of an upload; `rate` is in bytes a second. */
export type Progress = { sent: number; total: number; rate: number | undefined };

/** Runs one submission at a time, from the click until its outcome is shown. */
export function useSubmission(onEnd: (outcome: Outcome) => void) {
  const [progress, setProgress] = useState<Progress>();
  const [outcome, setOutcome] = useState<Outcome>();
  // A second click may come before the button is disabled.
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);
  useLeaveWarning(progress !== undefined);

  const submit = async (body: FormData, size: number) => {
    if (running.current || outcome?.end === 'received') return;
    const leaving = new AbortController();
    running.current = leaving;
    setOutcome(undefined);

    let total = size;
    // The measurement begins with the first bytes. Before that, the browser reads the file and connects.
    let samples: readonly Sample[] = [];
    const show = () => {
      const sent = Math.min(samples.at(-1)?.sent ?? 0, total);
      setProgress({ sent, total, rate: rateOf(samples, performance.now()) });
    };
    show();
    // A stalled upload has no progress events, so a timer lets the shown rate fall.
    const timer = setInterval(show, 500);
    const result = await sendAbstract(body, {
      signal: leaving.signal,
      onProgress: (sent, known) => {
        const at = performance.now();
        total = known || total;
        samples = recent([...samples, { at, sent }], at);
        show();
      },
    });
    clearInterval(timer);

    running.current = undefined;
    setProgress(undefined);
    setOutcome(result);
    onEnd(result);
    if ('text' in result) alert(result.text);
  };

  return {
    progress,
    outcome,
    submit,
    cancel: () => running.current?.abort(),
    forgetOutcome: () => setOutcome(undefined),
  };
}

/** Asks the visitor for a confirmation, because leaving the page cancels the upload. */
function useLeaveWarning(uploading: boolean): void {
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      uploading &&
      currentLocation.pathname !== nextLocation.pathname &&
      !confirm(labels.leaveAndCancel),
  );

  useEffect(() => {
    if (!uploading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [uploading]);
}
