import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { announceExchange } from './exchanges.ts';
import type { Table } from './state.ts';

/** 'forged' signs with a wrong secret; 'delayed' holds webhooks back until they are released. */
export type WebhookMode = 'on' | 'off' | 'duplicate' | 'forged' | 'delayed';

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

type WebhookJob = {
  /** The event's id: the same at every attempt. */
  id: string;
  /**
   * Built again for each attempt, because the signature contains the time; undefined while the receiver has no
   * address.
   */
  request(forged: boolean): WebhookRequest | undefined;
  finished(outcome: 'delivered' | 'given-up'): void;
};

type WebhookSenderOptions = {
  retryDelays: readonly number[];
  log: (message: string) => void;
  /**
   * The sender waits until an event is on file: after a crash, no receiver may know an event that the sender has lost.
   */
  saved: () => Promise<void>;
};

export type WebhookSender = ReturnType<typeof webhookSender>;

export function webhookSender({ retryDelays, log, saved }: WebhookSenderOptions) {
  let mode: WebhookMode = 'on';
  let held: WebhookJob[] = [];
  const closing = new AbortController();
  const quiet = { ref: false, signal: closing.signal };
  /** The attempts that run now; an event that waits for its next attempt is only in `unfinished`. */
  const inFlight = new Set<Promise<unknown>>();
  const unfinished = new Set<Promise<void>>();

  async function attempt(job: WebhookJob): Promise<string | undefined> {
    await saved();
    if (mode === 'off') return 'webhooks are off';
    const request = job.request(mode === 'forged');
    if (!request) return 'nobody is listening yet';
    announceExchange({ webhook: request.body });
    const copies = mode === 'duplicate' ? [request, request] : [request];
    const problems = await Promise.all(copies.map((copy) => post(copy, closing.signal)));
    return problems.every((problem) => problem !== undefined) ? problems[0] : undefined;
  }

  async function deliver(job: WebhookJob, firstDelay?: number): Promise<void> {
    if (firstDelay !== undefined) await pause(firstDelay, undefined, quiet);
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
      await pause(delay, undefined, quiet);
    }
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
    send(job: WebhookJob) {
      if (mode === 'off') job.finished('given-up');
      else if (mode === 'delayed') held.push(job);
      else start(job);
    },
    /**
     * Sends undelivered events of an earlier run. The first attempt waits, because the receiver may still be starting.
     */
    sendAgain: (job: WebhookJob) => start(job, retryDelays[0] ?? 0),
    setMode(next: WebhookMode) {
      mode = next;
    },
    mode: () => mode,
    /** How many webhooks 'delayed' holds back. */
    held: () => held.length,
    async release(order: 'as-made' | 'reversed') {
      const jobs = order === 'reversed' ? held.toReversed() : held;
      held = [];
      if (mode === 'delayed') mode = 'on';
      // The webhooks are sent one after the other, so that they arrive in order.
      for (const job of jobs) {
        start(job);
        await Promise.all(inFlight);
      }
    },
    async idle() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async close() {
      closing.abort();
      await Promise.all(unfinished);
    },
  };
}

/** Announces the events of one provider. An event stays pending on file until it is delivered or given up. */
export function announcements<
  Row extends { id: string; delivery: 'pending' | 'delivered' | 'given-up' },
>(
  table: Table<Row>,
  sender: WebhookSender,
  sign: (event: Row, forged: boolean) => WebhookRequest | undefined,
) {
  const jobFor = ({ id }: Row): WebhookJob => ({
    id,
    request(forged) {
      const event = table.get(id);
      return event && sign(event, forged);
    },
    finished(delivery) {
      const event = table.get(id);
      if (event) table.put(id, { ...event, delivery });
    },
  });
  return {
    announce(event: Row) {
      table.put(event.id, event);
      sender.send(jobFor(event));
    },
    /** Resumes the delivery of an earlier run's events. */
    resume() {
      for (const event of table.rows())
        if (event.delivery === 'pending') sender.sendAgain(jobFor(event));
    },
  };
}

const TIMEOUT_MS = 10_000;

/** Sends once; returns the problem, or undefined after a 2xx. Redirects are not followed: a 3xx is a failure. */
async function post(request: WebhookRequest, closing: AbortSignal): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const status = await exchange(request, AbortSignal.any([closing, timeout]));
    return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
  } catch (error) {
    if (timeout.aborted) return `no answer within ${TIMEOUT_MS} ms`;
    return error instanceof Error && 'code' in error ? String(error.code) : 'connection failed';
  }
}

function exchange({ url, headers, body }: WebhookRequest, signal: AbortSignal): Promise<number> {
  const client = url.startsWith('https:') ? https : http;
  // An agent of its own: the global one may send loopback calls through a proxy named in the environment.
  const agent = new client.Agent();
  return new Promise((resolve, reject) => {
    const request = client.request(url, { method: 'POST', agent, signal, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.on('error', reject);
    request.setHeader('Content-Length', Buffer.byteLength(body));
    request.end(body);
  });
}
