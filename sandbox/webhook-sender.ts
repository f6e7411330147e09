import { setTimeout as pause } from 'node:timers/promises';
import { post, type WebhookRequest } from './webhook-post.ts';

/** 'forged' signs with a wrong secret; 'delayed' holds everything back until it is released. */
export type WebhookMode = 'on' | 'off' | 'duplicate' | 'forged' | 'delayed';

export type WebhookJob = {
  /** The event's id: the same at every attempt. */
  id: string;
  /** Built anew for each attempt, because the signature contains the time; undefined while there is no address. */
  request(forged: boolean): WebhookRequest | undefined;
  finished(outcome: 'delivered' | 'given-up'): void;
};

export type WebhookSender = {
  send(job: WebhookJob): void;
  /** For undelivered events of an earlier run: the first attempt waits, because the receiver is only just starting. */
  sendAgain(job: WebhookJob): void;
  setMode(mode: WebhookMode): void;
  mode(): WebhookMode;
  /** How many webhooks 'delayed' holds back. */
  held(): number;
  release(order: 'as-made' | 'reversed'): Promise<void>;
  settled(): Promise<void>;
  close(): Promise<void>;
};

type WebhookSenderOptions = {
  retryDelays: readonly number[];
  log: (message: string) => void;
  /** Nothing is announced before it is on file: a crash must not leave a receiver knowing more than the sender. */
  saved: () => Promise<void>;
};

export function webhookSender({ retryDelays, log, saved }: WebhookSenderOptions): WebhookSender {
  let mode: WebhookMode = 'on';
  let held: WebhookJob[] = [];
  const closing = new AbortController();
  /** Being sent now; an event that waits for its next attempt is only in `unfinished`. */
  const inFlight = new Set<Promise<unknown>>();
  const unfinished = new Set<Promise<void>>();

  async function attempt(job: WebhookJob): Promise<string | undefined> {
    await saved();
    if (mode === 'off') return 'webhooks are off';
    const request = job.request(mode === 'forged');
    if (!request) return 'nobody is listening yet';
    const copies = mode === 'duplicate' ? [request, request] : [request];
    const problems = await Promise.all(copies.map((copy) => post(copy, closing.signal)));
    return problems.every((problem) => problem !== undefined) ? problems[0] : undefined;
  }

  async function deliver(job: WebhookJob, firstDelay?: number): Promise<void> {
    if (firstDelay !== undefined) await pause(firstDelay, undefined, quietly());
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      const attempted = attempt(job).catch((cause: unknown) => String(cause));
      inFlight.add(attempted);
      const problem = await attempted.finally(() => inFlight.delete(attempted));
      if (closing.signal.aborted) return;
      if (problem === undefined) return job.finished('delivered');
      const delay = retryDelays[tries];
      if (delay === undefined) {
        log(`webhook ${job.id} given up after ${tries + 1} attempts: ${problem}`);
        return job.finished('given-up');
      }
      log(`webhook ${job.id} not delivered: ${problem}; next attempt in ${delay} ms`);
      await pause(delay, undefined, quietly());
    }
  }

  function quietly() {
    return { ref: false, signal: closing.signal };
  }

  function start(job: WebhookJob, firstDelay?: number): void {
    const work = deliver(job, firstDelay)
      .catch((cause: unknown) => {
        // Closing cut the pause short; the event stays on file for the next run.
        if (!closing.signal.aborted) throw cause;
      })
      .finally(() => unfinished.delete(work));
    unfinished.add(work);
  }

  return {
    send(job) {
      if (mode === 'off') job.finished('given-up');
      else if (mode === 'delayed') held.push(job);
      else start(job);
    },
    sendAgain: (job) => start(job, retryDelays[0] ?? 0),
    setMode(next) {
      mode = next;
    },
    mode: () => mode,
    held: () => held.length,
    async release(order) {
      const jobs = order === 'reversed' ? held.toReversed() : held;
      held = [];
      if (mode === 'delayed') mode = 'on';
      // One after the other, so that they arrive in order.
      for (const job of jobs) {
        start(job);
        await Promise.all(inFlight);
      }
    },
    async settled() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async close() {
      closing.abort();
      await Promise.all(unfinished);
    },
  };
}
