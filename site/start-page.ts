/** What a page needs to become the site it shows. */
export type PageStart = {
  /** Address of the whole style sheet. */
  stylesheet: string;
  /** Address of what home screens read. */
  manifest: string;
  /** Addresses of all modules of the page, and of those that run one by one before the framework starts. */
  modules: string[];
  inTurn: string[];
  /** Address of what the page was made from. */
  state: string;
  askForState(address: string): Promise<string[]>;
  handOver(parts: string[]): void;
  changeLetters(styled: Promise<unknown>): Promise<void>;
  /** Does what the framework's own first script does. */
  openContext(): void;
  /** Does what the framework's last script does, when the modules and the style sheet are there. */
  startFramework(styled: Promise<unknown>): Promise<void>;
};

/**
 * The one script that a prerendered page brings. After the first paint it loads the style sheet, the fonts, the state and
 * the modules, and starts the framework. Buttons that are pressed before that are pressed again once they do something
 * (site/entry.client.tsx). Its text is put into every page (site/start-after-first-paint.ts): it knows nothing but the
 * browser and what it is given.
 */
export function startPage(page: PageStart): void {
  const pressed: HTMLButtonElement[] = [];
  const hold = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.push(button);
  };
  const release = () => removeEventListener('click', hold, true);
  const pressAgain = () => {
    release();
    for (const button of pressed) button.click();
  };
  addEventListener('click', hold, true);
  addEventListener('taken-over', pressAgain, { once: true });

  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
  const link = (fields: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement('link'), fields));
  // Without the style sheet the page is plain, but all of it is there.
  const askForStyles = () =>
    new Promise((done) =>
      link({ rel: 'stylesheet', href: page.stylesheet, onload: done, onerror: done }),
    );

  // One part in each task, after the frame in which what went before is drawn.
  const bring = async (parts: string) => {
    await new Promise(requestAnimationFrame);
    for (const part of document.querySelectorAll(parts)) {
      await pause(0);
      part.classList.add('has-come');
    }
  };
  // What is drawn near comes after our letters, if they are soon there: to lay it out in the machine's first would be for
  // nothing.
  const showTheRest = async (styled: Promise<unknown>, lettered: Promise<unknown>) => {
    await styled;
    await bring('.still-art');
    await Promise.race([lettered, pause(1000)]);
    await bring('.drawn-near,.late-on-phones');
    await bring(':root');
  };

  // Each module runs in a task of its own, so that none keeps a slow device from answering a touch.
  const runInTurn = async () => {
    for (const module of page.inTurn) {
      await import(/* @vite-ignore */ module);
      await pause(0);
    }
  };

  const load = async () => {
    const [state] = await Promise.all([page.askForState(page.state), runInTurn()]);
    page.handOver(state);
  };

  // On a bad line a file may need another try. Where none helps, buttons do at least what they do without scripts.
  const loadAtLast = async () => {
    for (let tries = 5; ; tries--) {
      try {
        return await load();
      } catch (error) {
        if (tries === 1) {
          release();
          throw error;
        }
        await pause(3000);
      }
    }
  };

  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    const styled = askForStyles();
    // Where our fonts cannot be had, the machine's own stay.
    const lettered = page.changeLetters(styled).catch(() => {});
    void showTheRest(styled, lettered);
    // Each takes a slow device some milliseconds to ask for.
    const modules = page.modules.map((href) => ({ rel: 'modulepreload', href }));
    for (const fields of [...modules, { rel: 'manifest', href: page.manifest }]) {
      await pause(0);
      link(fields);
    }
    await pause(0);
    page.openContext();
    await loadAtLast();
    await page.startFramework(styled);
  };
  // A page that is never painted, or by a browser that does not tell, starts all the same.
  new PerformanceObserver(
    (seen) => void (seen.getEntriesByName('first-contentful-paint').length > 0 && start()),
  ).observe({ type: 'paint', buffered: true });
  setTimeout(start, 4000);
}
