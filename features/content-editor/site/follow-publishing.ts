import { Refused } from '#organiser/dashboard/page/ask.ts';
import type { Publishing } from '../form-shapes.ts';

type Following = {
  look: (signal: AbortSignal) => Promise<Publishing>;
  /** Waits until the next look. */
  wait: () => Promise<unknown>;
  show: (now: Publishing) => void;
};

/**
 * Shows how far a publication is, until it has ended. The server may answer nothing while it changes over to the new
 * pages, so a look without an answer is followed by another one.
 */
export async function followPublishing(
  { look, wait, show }: Following,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const found = await look(signal);
      if (signal.aborted) return;
      show(found);
      if (found.is !== 'building' && found.is !== 'waiting') return;
    } catch (error) {
      if (signal.aborted || !(error instanceof Refused) || !error.isUnreachable) return;
    }
    await wait();
  }
}
