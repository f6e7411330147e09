import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { languageBase } from '#contract/content/languages.ts';
import type { Way } from '#contract/content/ways.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import type { ReadyAnswer } from './ready-answers.ts';
import type { OriginOf } from './origin.ts';
import { pagePolicy } from './security-headers.ts';
import { howToRun } from '#server/how-to-run.ts';

type File = {
  type: string;
  forms: Forms;
  /** The versions made so far for each origin, if the file names the origin of the site. */
  byOrigin: Map<string, Forms> | undefined;
  /** Only for HTML: the policy allows the page's own inline scripts by their hashes. */
  policy: string | undefined;
  cacheControl: string;
  isOpenData: boolean;
};

/** Address and content of these pages are about one payment. The paths are those of the first language. */
const PAYMENT_PAGE = /^\/payment-(?:success|cancel|failure)(?=\/|\.data$)/;
const NOT_KEPT = 'no-store';

/** The programme for calendars and apps. Pages of every origin may read it: it is public, and the same for everybody. */
const OPEN_DATA = /^\/(?:schedule\.(?:xml|json)|conference\.ics|agenda\/[^/]+\.ics)$/;

/** The built site in memory, with the compressed files of the build. */
export type Pages = ReadonlyMap<string, File>;

/** The file that the build writes for addresses without a page; the pages of a translation have their own one. */
const FALLBACK = '/__spa-fallback.html';

/** The page for unknown addresses in a language: in that of the translation with this tag, or in the first one. */
export function fallbackIn(pages: Pages, tag: string): File | undefined {
  return pages.get(languageBase(tag) + FALLBACK) ?? pages.get(FALLBACK);
}

/** The site is not built; the message says how to build it. */
export class SiteNotBuilt extends Error {}

/** The public list of countries, which the forms load. */
const COUNTRIES = '/countries.json';

/** Settings that the build did not know. */
type LoadSettings = {
  /** The address of a country service, whose origin the policy of the pages allows. */
  countryService?: string | undefined;
  /** The ways to pay that no form may offer: the scripts read them in the first element of the page. */
  waysOff?: readonly Way[];
};

export function loadPages(folder: string, settings: LoadSettings = {}): Pages {
  const pages = new Map<string, File>();
  const files = (existsSync(folder) ? filesBelow(folder) : [])
    .filter((path) => !/\.(?:br|gz|map)$/.test(path))
    .map((path) => ({ path, address: `/${relative(folder, path).split(sep).join('/')}` }));
  const translations = files
    .filter(({ address }) => address !== FALLBACK && address.endsWith(FALLBACK))
    .map(({ address }) => address.slice(0, -FALLBACK.length));
  for (const { path, address } of files) {
    const base = translations.find((each) => address.startsWith(`${each}/`)) ?? '';
    const file = fileAt(path, address.slice(base.length), settings);
    pages.set(address.replace(/\/?index\.html$/, '') || '/', file);
  }
  if (!pages.has('/') || !pages.has(FALLBACK)) {
    throw new SiteNotBuilt(
      `The site is not built: ${folder} has no pages. ${howToRun.start} builds it.`,
    );
  }
  return pages;
}

type Served = {
  pages: Pages;
  /** The origin that is written into a page; without one the addresses have no origin. */
  originOf: OriginOf;
  /** The address of a country service, which replaces the built list. */
  countryService?: string | undefined;
};

/** Answers GET and HEAD for all built files. It is a plugin, because its logger is only for these routes. */
export const servePages: FastifyPluginAsync<Served> = async (
  app,
  { pages, originOf, countryService },
) => {
  // Successes are not logged, so no logger for each request is needed.
  app.setChildLoggerFactory((logger) => logger);
  const options = { config: { isFromMemory: true } };
  for (const [address, file] of pages) {
    if (address.endsWith(FALLBACK)) continue;
    if (address === COUNTRIES && countryService !== undefined) {
      app.get(address, (_, reply) => reply.redirect(countryService));
      continue;
    }
    app.get(address, options, (request, reply) =>
      send(request, reply, { file, status: 200, originOf }),
    );
    // A page has one address: an address with a slash at the end redirects to it.
    if (file.policy !== undefined && address !== '/') {
      app.get(`${address}/`, (_, reply) => reply.redirect(address, 308));
    }
  }
};

/**
 * Answers unknown addresses. The address of a page in capitals redirects to the page. A missing file gets a line of text,
 * unless a person opens it. All others get the page for unknown addresses, whose script shows the address.
 */
export function sendFallbackPage(pages: Pages, originOf: OriginOf) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = '', ...query] = request.url.split(/(?=\?)/);
    const address = path.toLowerCase().replace(/(?<=.)\/$/, '');
    if (
      address !== path &&
      pages.get(address)?.policy !== undefined &&
      !address.endsWith(FALLBACK)
    ) {
      return reply.redirect(address + query.join(''), 308);
    }
    if (isFile(path) && !request.headers.accept?.includes('text/html')) {
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send('There is nothing at this address.\n');
    }
    const [, tag = ''] = path.split('/');
    const file = fallbackIn(pages, tag);
    if (!file) throw new Error('the fallback page is missing');
    return send(request, reply, { file, status: 404, originOf });
  };
}

/** Whether the last part of the path has a dot, like /favicon.ico. */
function isFile(path: string): boolean {
  return /\.[^/]*$/.test(path);
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, status, originOf }: { file: File; status: number; originOf: OriginOf },
): FastifyReply {
  const forms = file.byOrigin
    ? formsFor(originOf(request) ?? '', file.forms, file.byOrigin)
    : file.forms;
  const form = bestFor(request.headers['accept-encoding'], forms);
  const answers = answersOf(file, form, status);
  const isKnown =
    status === 200 &&
    file.cacheControl !== NOT_KEPT &&
    request.headers['if-none-match']?.includes(form.body.etag);
  return reply.sendReady(isKnown ? answers.unchanged : answers.whole);
}

/** A page that the server makes of its data, in the forms of a built page; most programs that ask for it accept brotli. */
export function madePage(html: string, policy: string): MadePage {
  const bytes = Buffer.from(html);
  const brotli = bodyOf(brotliCompressSync(bytes, packing(bytes, 5)));
  return {
    type: 'text/html; charset=utf-8',
    forms: {
      plain: unpacked(() => brotliDecompressSync(brotli.bytes)),
      brotli,
      gzip: undefined,
    },
    byOrigin: undefined,
    policy,
    cacheControl: 'no-cache',
    isOpenData: false,
  };
}

export type MadePage = File;

/** Sends a made page as a built one. */
export function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  file: MadePage,
  status = 200,
): FastifyReply {
  return send(request, reply, { file, status, originOf: () => undefined });
}

type Answers = { whole: ReadyAnswer; unchanged: ReadyAnswer };
const answered = new WeakMap<Body, Answers>();

/** The answers are made at the first request for this form of the file. */
function answersOf(file: File, { body, encoding }: Form, status: number): Answers {
  const known = answered.get(body);
  if (known) return known;
  const lasting = {
    'content-type': file.type,
    'cache-control': file.cacheControl,
    ...(file.cacheControl !== NOT_KEPT && { etag: body.etag }),
    vary: 'accept-encoding',
    ...(file.isOpenData && { 'access-control-allow-origin': '*' }),
    ...(file.policy !== undefined && { 'content-security-policy': file.policy }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  };
  const answers = {
    whole: { status, headers: lasting, bytes: body.bytes },
    unchanged: { status: 304, headers: lasting },
  };
  answered.set(body, answers);
  return answers;
}

type Form = { body: Body; encoding: 'br' | 'gzip' | undefined };

function bestFor(accepted: string | undefined, { brotli, gzip, plain }: Forms): Form {
  if (brotli && /\bbr\b/.test(accepted ?? '')) return { body: brotli, encoding: 'br' };
  if (gzip && /\bgzip\b/.test(accepted ?? '')) return { body: gzip, encoding: 'gzip' };
  return { body: plain(), encoding: undefined };
}

function fileAt(
  path: string,
  address: string,
  { countryService, waysOff = [] }: LoadSettings,
): File {
  const isPage = extname(path) === '.html';
  const isMarked = isPage && waysOff.length > 0;
  const built = readFileSync(path);
  const bytes = isMarked ? withoutWays(built, waysOff) : built;
  const gzip = compressed(`${path}.gz`);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    forms: {
      plain: plainOf(bytes, isMarked ? undefined : gzip),
      brotli: compressed(`${path}.br`),
      gzip,
    },
    byOrigin: isMarked || namesOrigin(bytes) ? new Map() : undefined,
    policy: isPage ? policyOf(bytes.toString('utf8'), countryService) : undefined,
    cacheControl: cacheControlOf(address, isPage),
    isOpenData: OPEN_DATA.test(address),
  };
}

function withoutWays(page: Buffer, waysOff: readonly Way[]): Buffer {
  const mark = `<html data-ways-off="${waysOff.join(' ')}"`;
  return Buffer.from(page.toString('utf8').replace('<html', mark));
}

function cacheControlOf(address: string, isPage: boolean): string {
  if (PAYMENT_PAGE.test(address)) return NOT_KEPT;
  // Files under /assets carry the hash of their content in their name.
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  if (isPage) return 'no-cache';
  // Apps ask again and again on the days of the conference, when the programme changes.
  return OPEN_DATA.test(address) ? 'public, max-age=300' : 'public, max-age=3600';
}

function compressed(path: string): Body | undefined {
  const exists = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return exists ? bodyOf(readFileSync(path)) : undefined;
}

/** A block of data, such as JSON-LD, does not run, so the policy needs no hash of it. */
export function policyOf(html: string, countryService?: string): string {
  return pagePolicy({
    scripts: hashesOf(
      html,
      /<script(?![^>]*\bsrc=)(?![^>]*\btype="application\/)[^>]*>([\s\S]*?)<\/script>/g,
    ),
    styles: hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
    countryService: countryService && new URL(countryService).origin,
  });
}

function hashesOf(html: string, inline: RegExp): string[] {
  return [...html.matchAll(inline)].map(([, code = '']) => hashOf(code));
}

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const TYPES: Partial<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.pdf': 'application/pdf',
};

export type Body = { bytes: Buffer; etag: string };

/** The forms in which a file can be sent. */
export type Forms = { plain: () => Body; brotli: Body | undefined; gzip: Body | undefined };

/** Without PUBLIC_BASE_URL every Host header is an origin: files for more origins are neither kept nor compressed. */
const ORIGINS_KEPT = 4;

function bodyOf(bytes: Buffer): Body {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, etag: `"${digest}"` };
}

/** Almost every request accepts a compressed form, so the plain bytes, the greater part, are unpacked for each of the others. */
function plainOf(bytes: Buffer, gzip: Body | undefined): Forms['plain'] {
  if (gzip) return unpacked(() => gunzipSync(gzip.bytes));
  const body = bodyOf(bytes);
  return () => body;
}

/**
 * Unpacked bytes stay for the next requests until memory is collected: otherwise forty bytes of a request would cost the
 * time and the memory of a page, a thousand times in one write.
 */
function unpacked(unpack: () => Buffer): Forms['plain'] {
  let kept: WeakRef<Body> | undefined;
  return () => {
    const body = kept?.deref() ?? bodyOf(unpack());
    kept = new WeakRef(body);
    return body;
  };
}

function namesOrigin(bytes: Buffer): boolean {
  return bytes.includes(SITE_ORIGIN);
}

/** A built file with the origin of the site in place of SITE_ORIGIN. `made` keeps the forms of earlier requests. */
function formsFor(origin: string, built: Forms, made: Map<string, Forms>): Forms {
  const known = made.get(origin);
  if (known) return known;
  const { bytes: unnamed } = built.plain();
  const bytes = Buffer.from(unnamed.toString('utf8').replaceAll(SITE_ORIGIN, origin));
  if (made.size >= ORIGINS_KEPT) {
    return { plain: plainOf(bytes, undefined), brotli: undefined, gzip: undefined };
  }
  const gzip = built.gzip && bodyOf(gzipSync(bytes, { level: 9 }));
  const forms: Forms = {
    plain: plainOf(bytes, gzip),
    brotli: built.brotli && bodyOf(brotliCompressSync(bytes, packing(bytes, 5))),
    gzip,
  };
  made.set(origin, forms);
  if (built.brotli) void packBetter(forms, bytes);
  return forms;
}

/** The best compression takes a tenth of a second, so it runs after the first visitor's answer. */
async function packBetter(forms: Forms, bytes: Buffer): Promise<void> {
  const { BROTLI_MAX_QUALITY } = constants;
  forms.brotli = bodyOf(await promisify(brotliCompress)(bytes, packing(bytes, BROTLI_MAX_QUALITY)));
}

function packing(bytes: Buffer, quality: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length } };
}
