import { Refused } from '#organiser/dashboard/page/ask.ts';

type Following<State> = {
  look: (signal: AbortSignal) => Promise<State>;
  /** Waits until the next look. */
  wait: () => Promise<unknown>;
  show: (now: State) => void;
};

/**
 * Shows how far a build of pages is, until it has ended. The server may answer nothing while it is busy with the build, or
 * changes over to the new pages, so a look without an answer is followed by another one. Throws a refusal.
 */
export async function followBuild<State extends { is: string }>(
  { look, wait, show }: Following<State>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const found = await look(signal).catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof Refused && error.isUnreachable)) throw error;
      return undefined;
    });
    if (signal.aborted) return;
    if (found) show(found);
    if (found && found.is !== 'building' && found.is !== 'waiting') return;
    await wait();
  }
}
