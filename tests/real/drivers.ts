/**
 * Firefox and WebKit as Debian has them. Playwright drives only its own builds of both, so puppeteer drives Firefox by
 * WebDriver BiDi, and Debian's WebKitWebDriver WebKit. The drivers are installed in packages/real-browsers.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';

/** Debian's packages with the programs of each browser. */
export const packages = {
  firefox: { 'firefox-esr': '/usr/bin/firefox{-esr,}' },
  webkit: {
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    'libwebkit2gtk-4.1-0': '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
    xvfb: '/usr/bin/Xvfb',
  },
};
export type Name = keyof typeof packages;

export type Browser = {
  version: string;
  open: (address: string) => Promise<void>;
  run: <Found>(script: string) => Promise<Found>;
  /** Presses, as a person does, the element that the script returns. */
  press: (script: string) => Promise<void>;
  /** Types into the element that the script returns. */
  type: (script: string, text: string) => Promise<void>;
  choose: (script: string, file: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The packages that a browser lacks on this machine. */
export function missingFor(name: Name): string[] {
  return Object.entries<string>(packages[name])
    .filter(([, path]) => globSync(path).length === 0)
    .map(([needed]) => needed);
}

/** The parts of both drivers that are used: their types are not installed beside ours. */
type Element = {
  click(given?: { count: number }): Promise<void>;
  type(text: string): Promise<void>;
  uploadFile(path: string): Promise<void>;
  sendKeys(text: string): Promise<void>;
};
type Puppeteer = {
  launch(given: { browser: 'firefox'; executablePath: string }): Promise<{
    newPage(): Promise<{
      goto(address: string): Promise<unknown>;
      evaluate(script: string): Promise<never>;
      evaluateHandle(script: string): Promise<{ asElement(): Element | null }>;
    }>;
    version(): Promise<string>;
    close(): Promise<void>;
  }>;
};
type Selenium = {
  Capabilities: new (given: Record<string, unknown>) => object;
  Builder: new () => {
    usingServer(address: string): {
      withCapabilities(given: object): {
        build(): Promise<{
          get(address: string): Promise<void>;
          executeScript<Found>(script: string): Promise<Found>;
          getCapabilities(): Promise<{ getBrowserVersion(): string }>;
          quit(): Promise<void>;
        }>;
      };
    };
  };
};

const installed = createRequire(join(import.meta.dirname, '../../packages/real-browsers/x.js'));

export const browsers: Record<Name, () => Promise<Browser>> = {
  async firefox() {
    const puppeteer = installed('puppeteer-core') as Puppeteer;
    const [executablePath = ''] = globSync(packages.firefox['firefox-esr']);
    const firefox = await puppeteer.launch({ browser: 'firefox', executablePath });
    const page = await firefox.newPage();
    const found = async (script: string) => {
      const element = (await page.evaluateHandle(script)).asElement();
      if (!element) throw new Error(`nothing in the page is found by ${script}`);
      return element;
    };
    return {
      version: await firefox.version(),
      open: async (address) => void (await page.goto(address)),
      run: (script) => page.evaluate(script) as never,
      press: async (script) => (await found(script)).click(),
      async type(script, text) {
        const element = await found(script);
        await element.click({ count: 3 });
        await element.type(text);
      },
      async choose(script, file) {
        await (await found(script)).uploadFile(file);
      },
      close: () => firefox.close(),
    };
  },
  async webkit() {
    const { Builder, Capabilities } = installed('selenium-webdriver') as Selenium;
    const children: ChildProcess[] = [];
    const display = `:${90 + (process.pid % 900)}`;
    children.push(spawn('Xvfb', [display, '-screen', '0', '1280x1000x24'], { stdio: 'ignore' }));
    while (!existsSync(`/tmp/.X11-unix/X${display.slice(1)}`)) await pause(50);
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' };
    children.push(spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env }));
    await pause(500);
    const [binary = ''] = globSync(packages.webkit['libwebkit2gtk-4.1-0']);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        }),
      )
      .build();
    const found = async (script: string) => {
      // WebKit's own way into view stops before parts that are laid out when they come into view.
      const element = await driver.executeScript<Element | null>(
        `const found = ${script}; found?.scrollIntoView({ block: 'center', behavior: 'instant' }); return found;`,
      );
      if (!element) throw new Error(`nothing in the page is found by ${script}`);
      return element;
    };
    return {
      version: `WebKitGTK ${(await driver.getCapabilities()).getBrowserVersion()}`,
      open: (address) => driver.get(address),
      run: (script) => driver.executeScript(`return ${script}`),
      press: async (script) => (await found(script)).click(),
      async type(script, text) {
        const element = await found(script);
        await element.click();
        await element.sendKeys(text);
      },
      choose: async (script, file) => (await found(script)).sendKeys(file),
      async close() {
        await driver.quit();
        for (const child of children) child.kill();
      },
    };
  },
};
