import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { SITE_ORIGIN } from '#contract/site-origin.ts';

export type Body = { bytes: Buffer; etag: string };

/** One file as it is sent, by what the browser can unpack. */
export type Forms = { plain: Body; brotli: Body | undefined; gzip: Body | undefined };

/** Without a configured address any Host header names an origin; for more than these nothing is kept or packed. */
const ORIGINS_KEPT = 4;

export function bodyOf(bytes: Buffer): Body {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, etag: `"${digest}"` };
}

export function namesOrigin(bytes: Buffer): boolean {
  return bytes.includes(SITE_ORIGIN);
}

/** A built file with the origin of the site in its place; what was made before is taken from `made`. */
export function formsFor(origin: string, built: Forms, made: Map<string, Forms>): Forms {
  const known = made.get(origin);
  if (known) return known;
  const bytes = Buffer.from(built.plain.bytes.toString('utf8').replaceAll(SITE_ORIGIN, origin));
  const plain = bodyOf(bytes);
  if (made.size >= ORIGINS_KEPT) return { plain, brotli: undefined, gzip: undefined };

  const forms: Forms = {
    plain,
    brotli: built.brotli && bodyOf(brotliCompressSync(bytes, packing(bytes, 5))),
    gzip: built.gzip && bodyOf(gzipSync(bytes, { level: 9 })),
  };
  made.set(origin, forms);
  if (built.brotli) void packBetter(forms, bytes);
  return forms;
}

/** Packing as tight as the build does takes a tenth of a second: the first visitor is not kept waiting for it. */
async function packBetter(forms: Forms, bytes: Buffer): Promise<void> {
  const { BROTLI_MAX_QUALITY } = constants;
  forms.brotli = bodyOf(await promisify(brotliCompress)(bytes, packing(bytes, BROTLI_MAX_QUALITY)));
}

function packing(bytes: Buffer, quality: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length } };
}
