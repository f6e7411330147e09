/**
 * Passes on the first value at once, and then the newest value of every `gap` milliseconds. `drop` discards a waiting value
 * but not the gap; `stop` ends the throttle.
 */
export function throttle<Value extends object>(gap: number, pass: (value: Value) => void) {
  let next: Value | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const passOn = () => {
    timer = undefined;
    if (!next) return;
    pass(next);
    next = undefined;
    timer = setTimeout(passOn, gap);
  };
  return {
    push(value: Value) {
      next = value;
      if (!timer) passOn();
    },
    drop: () => (next = undefined),
    stop: () => clearTimeout(timer),
  };
}
