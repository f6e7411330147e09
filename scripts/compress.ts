import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SITE_ORIGIN } from '#contract/site-origin.ts';

/** File types that are not compressed yet. The router fetches a `.data` file for a prerendered page. */
const packable = new Set(
  '.html .js .mjs .css .json .svg .txt .xml .webmanifest .ico .data .map'.split(' '),
);

/**
 * Writes `.br` and `.gz` files beside every file that becomes smaller, so that the server does not compress its
 * answers.
 */
export async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const pack = files.filter((file) => packable.has(extname(file)));
  await Promise.all(pack.map((file) => compressFile(join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([brotli(content), promisify(gzip)(content, { level: 9 })]);
  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
}

function brotli(content: Buffer): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  // The server writes its origin into such a file, and then compresses the file again.
  const quality = content.includes(SITE_ORIGIN) ? 5 : 11;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: content.length };
  return promisify(brotliCompress)(content, { params });
}
