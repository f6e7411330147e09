import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/**
 * The thread of `watchLoop`. It cannot end its process by an exit: only a signal gets through. Plain JavaScript, because a
 * thread that has to strip types takes 10 MB more.
 */
const { beats, every, stuckMs, pid } = workerData;
let last = Atomics.load(beats, 0);
let missedMs = 0;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  missedMs = now === last ? missedMs + every : 0;
  last = now;
  if (missedMs < stuckMs) return;
  const msg = `the event loop has not moved for ${stuckMs} ms: the process ends`;
  writeSync(2, `${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg })}\n`);
  process.kill(pid, 'SIGKILL');
}, every);
