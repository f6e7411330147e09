import { useEffect, useRef, useState } from 'react';
import { type Outcome, sendAbstract } from './send-abstract.ts';
import { rateOf, recent, type Sample } from './upload-rate.ts';

/** How far an upload is; `rate` is in bytes a second. */
export type Progress = { sent: number; total: number; rate: number | undefined };

/** One submission at a time, from the click until the visitor is told what came of it. */
export function useSubmission(onReceived: () => void) {
  const [progress, setProgress] = useState<Progress>();
  const [outcome, setOutcome] = useState<Outcome>();
  // A second click may come before the button is disabled.
  const atWork = useRef<AbortController>(undefined);

  useEffect(() => () => atWork.current?.abort(), []);

  const submit = async (body: FormData, size: number) => {
    if (atWork.current || outcome?.end === 'received') return;
    const leaving = new AbortController();
    atWork.current = leaving;
    setOutcome(undefined);

    let total = size;
    // From the first bytes on: before them the browser reads the file and finds the server.
    let samples: readonly Sample[] = [];
    const show = () => {
      const sent = Math.min(samples.at(-1)?.sent ?? 0, total);
      setProgress({ sent, total, rate: rateOf(samples, performance.now()) });
    };
    show();
    // Where nothing moves there are no news either, and the speed has to fall all the same.
    const timer = setInterval(show, 500);
    const came = await sendAbstract(body, {
      signal: leaving.signal,
      onProgress: (sent, known) => {
        const at = performance.now();
        total = known || total;
        samples = recent([...samples, { at, sent }], at);
        show();
      },
    });
    clearInterval(timer);

    atWork.current = undefined;
    setProgress(undefined);
    setOutcome(came);
    if (came.end === 'received') onReceived();
    if ('text' in came) alert(came.text);
  };

  return {
    progress,
    outcome,
    submit,
    cancel: () => atWork.current?.abort(),
    forgetOutcome: () => setOutcome(undefined),
  };
}
