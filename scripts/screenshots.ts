import { globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findTestBrowser } from './programs.ts';

/**
 * node scripts/screenshots.ts http://localhost:3000 [folder] [paths]: takes pictures of every built page, or of these, at
 * four widths in both themes and in print.
 */
const [origin, folder = 'build/screenshots', ...wanted] = process.argv.slice(2);
if (!origin) {
  console.error(
    'Give the origin of a running server: node scripts/screenshots.ts http://localhost:3000',
  );
  process.exit(2);
}

const widths = { phone: 360, tablet: 768, desktop: 1280, wide: 1920 };
/** A sheet of A4 with its margins, in CSS pixels. */
const sheet = { width: 700, height: 990 };
const built = globSync('**/index.html', { cwd: 'build/client' })
  .map((file) => (file === 'index.html' ? '/' : `/${dirname(file)}`))
  .toSorted();
const paths = wanted.length > 0 ? wanted : [...built, '/no-such-page'];

const executablePath = findTestBrowser(process.env);
if (!executablePath) {
  console.error('There is no Chromium on this machine: install one, or set CHROMIUM_PATH.');
  process.exit(2);
}
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
await mkdir(folder, { recursive: true });
for (const theme of ['light', 'dark'] as const) {
  for (const [name, width] of Object.entries(widths)) {
    await shoot(browser, theme, name, width);
  }
}
await shootPrint(browser);
await browser.close();

async function shoot(on: Browser, theme: 'light' | 'dark', name: string, width: number) {
  const context = await on.newContext({
    colorScheme: theme,
    // Counters, strip and dots are in their final state.
    reducedMotion: 'reduce',
    viewport: { width, height: Math.round(Math.max(width * 0.6, 760)) },
  });
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(new URL(path, origin).href, { waitUntil: 'networkidle' });
    // Pictures further down load when they come near the viewport.
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
        scrollTo(0, y);
        await new Promise((rest) => setTimeout(rest, 40));
      }
      scrollTo(0, 0);
    });
    await save(page, path, `${name}-${theme}`);
  }
  await context.close();
}

async function shootPrint(on: Browser) {
  const page = await on.newPage({ viewport: sheet, reducedMotion: 'reduce' });
  for (const path of paths) {
    await page.goto(new URL(path, origin).href, { waitUntil: 'networkidle' });
    await page.emulateMedia({ media: 'print' });
    await save(page, path, 'print');
    await page.emulateMedia({ media: 'screen' });
  }
}

async function save(page: Page, path: string, how: string) {
  const file = join(folder, `${path.slice(1) || 'home'}-${how}.png`);
  await page.screenshot({ path: file, fullPage: true });
  console.log(file);
}
