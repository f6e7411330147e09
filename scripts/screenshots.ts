import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import routes from '../site/routes.ts';

/** node scripts/screenshots.ts http://localhost:3000 [folder]: every route, four widths, both themes. */
const [origin, folder = 'build/screenshots'] = process.argv.slice(2);
if (!origin) {
  console.error(
    'Give the origin of a running server: node scripts/screenshots.ts http://localhost:3000',
  );
  process.exit(2);
}

const widths = { phone: 360, tablet: 768, desktop: 1280, wide: 1920 };
const paths = routes.map(({ path }) => (path === '*' ? '/no-such-page' : `/${path ?? ''}`));

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
await mkdir(folder, { recursive: true });
for (const theme of ['light', 'dark'] as const) {
  for (const [name, width] of Object.entries(widths)) {
    await shoot(browser, theme, name, width);
  }
}
await browser.close();

async function shoot(on: Browser, theme: 'light' | 'dark', name: string, width: number) {
  const context = await on.newContext({
    colorScheme: theme,
    // Counters, strip and dots stand where they end up.
    reducedMotion: 'reduce',
    viewport: { width, height: Math.round(Math.max(width * 0.6, 760)) },
  });
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(new URL(path, origin).href, { waitUntil: 'networkidle' });
    // Pictures further down are loaded when they come near.
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
        scrollTo(0, y);
        await new Promise((rest) => setTimeout(rest, 40));
      }
      scrollTo(0, 0);
    });
    const file = `${path.slice(1) || 'home'}-${name}-${theme}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true });
    console.log(join(folder, file));
  }
  await context.close();
}
