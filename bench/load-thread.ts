/** The attackers of bench/load.ts on a thread of their own, so that they do not delay the visitor's timers. */
import { parentPort, workerData } from 'node:worker_threads';
import { attackAtOnce, type LoadSize } from './load-attacks.ts';

const { origin, size, seconds } = workerData as LoadOrder;
const until = AbortSignal.timeout(seconds * 1000);
const report = await attackAtOnce(origin, size, { large: '/', dripMs: 1000, until });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(report);

export type LoadOrder = { origin: string; size: LoadSize; seconds: number };
