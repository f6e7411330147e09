import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SITE_ORIGIN } from '#contract/site-origin.ts';

/** File types that are not compressed yet. The router fetches a `.data` file for a prerendered page. */
const packable = new Set(
  '.html .js .mjs .css .json .svg .txt .xml .webmanifest .ico .data .map'.split(' '),
);

type Options = {
  /** The folder of the build before: a file that is still the same takes its compressed files. */
  before?: string;
  /** Takes a twentieth of the time for files that are some 8 % larger. */
  isQuick?: boolean;
};

/**
 * Writes `.br` and `.gz` files beside every file that becomes smaller, so that the server does not compress its
 * answers.
 */
export async function compress(folder: string, { before, isQuick = false }: Options = {}) {
  const files = await readdir(folder, { recursive: true });
  const pack = files.filter((file) => packable.has(extname(file)));
  const left = pack.values();
  // All at once would take 300 MB more.
  const threads = Array.from({ length: 4 }, async () => {
    for (const file of left) {
      const content = await readFile(join(folder, file));
      if (before && (await isSame(join(before, file), content))) {
        for (const path of [`${file}.br`, `${file}.gz`]) {
          await copyFile(join(before, path), join(folder, path)).catch(() => {});
        }
        continue;
      }
      const [br, gz] = await Promise.all([
        brotli(content, isQuick),
        promisify(gzip)(content, { level: 9 }),
      ]);
      if (br.length < content.length) await writeFile(join(folder, `${file}.br`), br);
      if (gz.length < content.length) await writeFile(join(folder, `${file}.gz`), gz);
    }
  });
  await Promise.all(threads);
}

async function isSame(path: string, content: Buffer): Promise<boolean> {
  return existsSync(path) && content.equals(await readFile(path));
}

function brotli(content: Buffer, isQuick: boolean): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  // The server writes its origin into such a file, and then compresses the file again.
  const quality = isQuick || content.includes(SITE_ORIGIN) ? 5 : 11;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: content.length };
  return promisify(brotliCompress)(content, { params });
}
