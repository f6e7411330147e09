type Options = {
  /** Milliseconds until the first run; absent: as long as between two runs. */
  firstMs?: number;
};

/**
 * Runs a job again and again, `intervalMs` after the run before has ended, until `stop`. `stop` aborts the signal that the
 * job was given, so that a long run can end early, and waits for that run. A run that fails is passed to `onError`, and the
 * next one comes all the same.
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
