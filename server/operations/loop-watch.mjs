import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { missedTime } from './missed-time.mjs';

/**
 * The thread of `watchLoop`. Only a signal ends a stuck process, not process.exit(). The file is plain JavaScript, because
 * a thread that strips types takes 10 MB more.
 */
const { beats, every, stuckMs, pid } = workerData;
const missed = missedTime(every, Atomics.load(beats, 0));
setInterval(() => {
  if (missed(Atomics.load(beats, 0)) < stuckMs) return;
  const msg = `the event loop has not moved for ${stuckMs} ms: the process ends`;
  writeSync(2, `${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg })}\n`);
  process.kill(pid, 'SIGKILL');
}, every);
