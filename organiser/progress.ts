const WIDTH = 30;
const STEP_MS = 100;

/** A progress bar on a terminal. Scripts do not get it. */
export function progressBar(what: string, total: number, out = process.stderr) {
  let done = 0;
  let drawnAt = 0;
  const draw = () => {
    const filled = total === 0 ? WIDTH : Math.min(Math.floor((done / total) * WIDTH), WIDTH);
    const bar = '█'.repeat(filled).padEnd(WIDTH, '░');
    out.write(`\r${what} ${bar} ${done} of ${Math.max(total, done)}`);
  };
  return {
    step() {
      done += 1;
      if (!out.isTTY || performance.now() - drawnAt < STEP_MS) return;
      drawnAt = performance.now();
      draw();
    },
    end() {
      if (!out.isTTY) return;
      draw();
      out.write('\n');
    },
  };
}

/** Yields the items, and shows their number on a progress bar. */
export async function* withProgress<Item>(
  what: string,
  total: number,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  const bar = progressBar(what, total);
  for await (const item of items) {
    yield item;
    bar.step();
  }
  bar.end();
}
