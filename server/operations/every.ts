type Options = {
  /** Milliseconds until the first run; absent: `intervalMs`. */
  firstMs?: number;
};

/**
 * Runs a job repeatedly: the next run begins `intervalMs` after the end of the previous one. `stop` aborts the job's signal,
 * so that a long run can end early, and waits for that run. `onError` gets the error of a failed run, and the next run
 * follows.
 */
export function every(
  intervalMs: number,
  job: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { firstMs = intervalMs }: Options = {},
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(run, firstMs);

  function run(): void {
    running = job(signal)
      .then(
        () => {},
        (error: unknown) => {
          if (!signal.aborted) onError(error);
        },
      )
      .then(() => {
        if (!signal.aborted) timer = setTimeout(run, intervalMs);
      });
  }

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
