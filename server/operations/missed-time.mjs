/** Plain JavaScript for the thread of loop-watch.mjs. */
export function missedTime(everyMs, first) {
  let last = first;
  let missedMs = 0;
  return (now) => {
    missedMs = now === last ? missedMs + everyMs : 0;
    last = now;
    return missedMs;
  };
}
