/** Does `work` several times at once, and returns the results. If one fails, it throws after all of them have ended. */
export async function atOnce<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, at) => work(at)));
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
