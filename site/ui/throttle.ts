/**
 * Passes values on, the first at once, and after each the newest that came within `gap` milliseconds. `drop` forgets what
 * has not been passed on, and still keeps the gap; `stop` passes nothing on any more.
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
