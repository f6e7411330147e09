/** Does `work` several times at once, and returns the results. If one fails, it throws after all of them have ended. */
export async function atOnce<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, at) => work(at)));
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/** Does `work` for each item, several at once, and begins with no other item once the signal is aborted. */
export async function eachAtOnce<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const rest = items.values();
  await atOnce(count, async () => {
    for (const item of rest) {
      if (signal?.aborted) return;
      await work(item);
    }
  });
}
