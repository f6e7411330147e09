import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

/** devtools: a phone with its throttling applied; simulate: the same, computed; desktop: the preset of that name. */
type Way = 'devtools' | 'simulate' | 'desktop';
/** guarded: the bare page with the headers that the site sends against other sites. */
type Ask = { path: string; of: 'site' | 'bare' | 'guarded'; way: Way; origin: string };

export type Reading = Pick<Ask, 'path' | 'of' | 'way'> & {
  /** Milliseconds. */
  lcp: number;
  tbt: number;
  cls: number;
  /** From 0 to 100; only of the site's pages. */
  scores: Record<string, number>;
  /** Addresses of what was loaded, with the bytes that went over the wire. */
  files: { url: string; isScript: boolean; bytes: number }[];
};

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const ownFlags = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';

/** Lighthouse as its own program: each reading has a browser of its own. `npm run bench:pages` brings it along. */
export function openLighthouse(chromium: string, moreFlags: string) {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-lighthouse-'));
  const report = join(folder, 'report.json');
  const env = { ...process.env, CHROME_PATH: chromium };

  async function read({ path, of, way, origin }: Ask, attempt = 1): Promise<Reading> {
    const wanted = of === 'site' ? categories : categories.slice(0, 1);
    const args = [
      `${origin}${path}`,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${ownFlags} ${moreFlags}`,
      `--only-categories=${wanted.join(',')}`,
      '--disable-full-page-screenshot',
      way === 'desktop' ? '--preset=desktop' : `--throttling-method=${way}`,
    ];
    try {
      await promisify(execFile)('lighthouse', args, { env, maxBuffer: 1 << 26 });
      return { path, of, way, ...readReport(report) };
    } catch (cause) {
      // A busy machine starts a browser too slowly now and then.
      if (attempt < 3 && !isMissing(cause)) return read({ path, of, way, origin }, attempt + 1);
      const hint = isMissing(cause) ? 'npm run bench:pages brings it' : 'see the cause';
      throw new Error(`Lighthouse could not measure ${origin}${path}: ${hint}`, { cause });
    }
  }

  return {
    read: (ask: Ask) => read(ask),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

const Timing = z.object({ numericValue: z.number() });
const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.object({
    'largest-contentful-paint': Timing,
    'total-blocking-time': Timing,
    'cumulative-layout-shift': Timing,
    'network-requests': z.object({
      details: z.object({
        items: z.array(
          z.object({
            url: z.string(),
            resourceType: z.optional(z.string()),
            transferSize: z.number(),
          }),
        ),
      }),
    }),
  }),
});

function readReport(file: string): Omit<Reading, keyof Ask> {
  const { audits, categories: scored } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    lcp: audits['largest-contentful-paint'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
    scores: Object.fromEntries(
      Object.entries(scored).map(([name, { score }]) => [name, Math.round(score * 100)]),
    ),
    files: audits['network-requests'].details.items.map(({ url, resourceType, transferSize }) => ({
      url,
      isScript: resourceType === 'Script',
      bytes: transferSize,
    })),
  };
}
