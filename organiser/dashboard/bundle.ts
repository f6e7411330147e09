import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** scripts/build-dashboard.ts puts the page here, outside the folder from which the server serves the public site. */
export const BUNDLE_FOLDER = fileURLToPath(new URL('../../build/dashboard', import.meta.url));

/** The built page with its scripts, styles and fonts, by address. */
export type Bundle = ReadonlyMap<string, { type: string; bytes: Buffer; gzip: Buffer | undefined }>;

/** Loads the bundle; undefined if it is not built. */
export function loadBundle(folder: string): Bundle | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((path) => {
      const bytes = readFileSync(path);
      const type = TYPES[extname(path)] ?? '';
      const gzip = extname(path) === '.woff2' ? undefined : gzipSync(bytes);
      return [`/${relative(folder, path).split(sep).join('/')}`, { type, bytes, gzip }];
    }),
  );
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};
