import { parentPort, Worker } from 'node:worker_threads';

type Message<Request> = { id: number; request: Request };
type Reply<Result> = { id: number; result: Result } | { id: number; error: unknown };

/** The time that a thread waits for more work. Node frees the memory of a thread only when the thread ends. */
const IDLE_MS = 30_000;
const LOOK_MS = 50;

/** The time for one request, and the memory by which the process may grow meanwhile. */
type Limits = { seconds: number; megabytes: number };

/** A request took longer, or more memory, than its limits allow. Its thread was ended. */
export class ThreadLimit extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super(`A thread reached its limit of ${limit}`);
    this.limit = limit;
  }
}

/**
 * A function whose work a separate thread does, one request after the other. The first request starts the thread. `file` is
 * the program of the thread, which calls `answerRequests`. With `limits`, a request waits for the one before: the time and
 * the memory are those of one, and a bad file ends nobody else's.
 */
export function inThread<Request, Result>(
  file: URL,
  limits?: Limits,
): (request: Request) => Promise<Result> {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let requests = 0;
  const waiting = new Map<number, PromiseWithResolvers<Result>>();

  function start(): Worker {
    const started = new Worker(
      file,
      limits && { resourceLimits: { maxOldGenerationSizeMb: limits.megabytes } },
    );
    started.on('message', (reply: Reply<Result>) => {
      const request = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('result' in reply) request?.resolve(reply.result);
      else request?.reject(reply.error);
      if (waiting.size > 0) return;
      started.unref();
      idle = setTimeout(end, IDLE_MS).unref();
    });
    // The thread has crashed. The next request starts a new thread.
    started.on('error', (error) => {
      // A thread that was ended may still run out of memory, while another one works.
      if (thread !== started) return;
      const isFull = Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(isFull ? new ThreadLimit('memory') : error);
    });
    return started;
  }

  function fail(error: unknown) {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function end() {
    void thread?.terminate();
    thread = undefined;
  }

  /** Looks at the time and at the memory of the process: typed arrays are not in the limits of a thread. */
  function watch({ seconds, megabytes }: Limits): NodeJS.Timeout {
    const until = performance.now() + seconds * 1000;
    const most = process.memoryUsage.rss() + megabytes * 1024 * 1024;
    return setInterval(() => {
      const isLate = performance.now() > until;
      if (!isLate && process.memoryUsage.rss() <= most) return;
      end();
      fail(new ThreadLimit(isLate ? 'time' : 'memory'));
    }, LOOK_MS);
  }

  const ask = async (request: Request): Promise<Result> => {
    clearTimeout(idle);
    thread ??= start();
    // The process may end while the thread is idle, but not while somebody waits for an answer.
    thread.ref();
    const id = ++requests;
    const result = Promise.withResolvers<Result>();
    waiting.set(id, result);
    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    thread.postMessage({ id, request } satisfies Message<Request>);
    const watched = limits && watch(limits);
    try {
      return await result.promise;
    } finally {
      clearInterval(watched);
    }
  };
  if (!limits) return ask;
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const answer = last.then(() => ask(request));
    last = answer.catch(() => undefined);
    return answer;
  };
}

/** In the program of a thread: answers each request with the result of `work`, or with its error. */
export function answerRequests<Request, Result>(
  work: (request: Request) => Result | Promise<Result>,
): void {
  const reply = (message: Reply<Result>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage(message);
  };
  parentPort?.on('message', async ({ id, request }: Message<Request>) => {
    try {
      reply({ id, result: await work(request) });
    } catch (error) {
      reply({ id, error });
    }
  });
}
