import { answerRequests } from '#documents/worker-thread.ts';

/** A thread that answers, never ends, or takes more and more memory. */
answerRequests((wish: 'answer' | 'loop' | 'bytes' | 'objects' | 'fail') => {
  if (wish === 'answer') return 'here';
  if (wish === 'fail') throw new TypeError('no');
  const kept: unknown[] = [];
  for (;;) {
    if (wish === 'bytes') kept.push(new Uint8Array(1024 * 1024).fill(1));
    if (wish === 'objects') kept.push({ kept: kept.length });
  }
});
