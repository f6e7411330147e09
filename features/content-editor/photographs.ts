import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import startEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { defaultOptions } from '@jsquash/webp/meta.js';
import * as z from 'zod/mini';
import type { Db, Tx } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { addFile } from './folder-texts.ts';
import { FORGOTTEN_AFTER_MS, photographsIn } from './named-photographs.ts';

/** The sides of a photograph in pixels: twice those of the page, for screens with small pixels. */
const SIDE = 480;

/**
 * A photograph as the page sends it: the colours of its pixels, which the browser has turned upright, cut and made small. So
 * no program of ours opens a file of a stranger, and nothing of it but its colours is kept.
 */
export const Photograph = z.strictObject({
  /** A part of the file's name, such as the id of a speaker. */
  name: z.string().check(z.maxLength(80)),
  /** SIDE × SIDE pixels of four bytes. */
  pixels: z.base64().check(z.maxLength(Math.ceil((SIDE * SIDE * 4) / 3) * 4)),
});

/** Keeps a photograph in the data folder until a save names it; returns its address on the site. */
export async function addPhotograph(
  dataDir: string,
  { name, pixels }: z.output<typeof Photograph>,
  now: Date,
): Promise<string> {
  const bytes = Buffer.from(pixels, 'base64');
  if (bytes.length !== SIDE * SIDE * 4) {
    throw new ActionImpossible('The photograph could not be read. Please choose another file.');
  }
  const webp = await encoded(bytes);
  const file = `${wordOf(name)}-${markOf(webp)}.webp`;
  mkdirSync(staging(dataDir), { recursive: true, mode: 0o700 });
  forgetWaiting(dataDir, now);
  writeFileSync(join(staging(dataDir), file), webp);
  return `${ADDRESS}${file}`;
}

const PORTRAITS = 'public/portraits';
const ADDRESS = '/portraits/';

/** The addresses of photographs that a text of a file names and that wait in the data folder. */
export function newPhotographs(dataDir: string, text: string): string[] {
  return waiting(dataDir, text).map((file) => `${ADDRESS}${file}`);
}

/**
 * Keeps the photographs that a save names for the folders of other servers. One that an earlier save named is in this
 * folder, and may have been forgotten since.
 */
export async function sharePhotographs(
  tx: Tx,
  dataDir: string,
  folder: string,
  text: string,
): Promise<void> {
  for (const file of photographsIn(text)) {
    const path = [staging(dataDir), join(folder, PORTRAITS)]
      .map((at) => join(at, file))
      .find((at) => existsSync(at));
    if (path === undefined) continue;
    const webp = readFileSync(path);
    // A picture that was put there by hand under such a name.
    if (!isPhotograph(file, webp)) continue;
    await tx
      .insertInto('content_photographs')
      .values({ file, webp: webp.toString('base64') })
      .onConflict((conflict) => conflict.column('file').doNothing())
      .execute();
  }
}

/** The bytes of a photograph that a save has shared; undefined if they are no photograph of this name. */
export async function sharedPhotograph(db: Db, file: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('content_photographs')
    .select('webp')
    .where('file', '=', file)
    .executeTakeFirst();
  if (!row || row.webp.length > LONGEST_SHARED) return undefined;
  const webp = Buffer.from(row.webp, 'base64');
  return isPhotograph(file, webp) ? webp : undefined;
}

/** In base64. No photograph of this size comes near it. */
const LONGEST_SHARED = 2 * 1024 * 1024;

/** The part of a file's name that its bytes decide. */
function markOf(webp: Uint8Array): string {
  return createHash('sha256').update(webp).digest('hex').slice(0, 8);
}

function isPhotograph(file: string, bytes: Buffer): boolean {
  return isWebp(bytes) && file.endsWith(`-${markOf(bytes)}.webp`);
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Puts the photographs that a text of a file names into the conference's folder. A file that is there stays. */
export async function keepPhotographs(
  dataDir: string,
  folder: string,
  text: string,
): Promise<void> {
  for (const file of waiting(dataDir, text)) {
    const path = join(folder, PORTRAITS, file);
    if (existsSync(path)) continue;
    await addFile(path, readFileSync(join(staging(dataDir), file)));
  }
}

/** Deletes what waits in the data folder for longer than anybody edits. */
function forgetWaiting(dataDir: string, now: Date): void {
  for (const file of readdirSync(staging(dataDir))) {
    const path = join(staging(dataDir), file);
    const ageMs = now.getTime() - statSync(path).mtimeMs;
    if (ageMs > FORGOTTEN_AFTER_MS) rmSync(path, { force: true });
  }
}

function waiting(dataDir: string, text: string): string[] {
  return photographsIn(text).filter((file) => existsSync(join(staging(dataDir), file)));
}

function staging(dataDir: string): string {
  return join(dataDir, 'new-photographs');
}

function wordOf(name: string): string {
  const word = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return word.slice(0, 40) || 'photograph';
}

async function encoded(bytes: Buffer): Promise<Uint8Array> {
  const { resolve } = createRequire(import.meta.url);
  const module = new WebAssembly.Module(
    readFileSync(resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm')),
  );
  const encoder = await startEncoder({
    noInitialRun: true,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
  });
  const pixels = new Uint8ClampedArray(bytes);
  const webp = encoder.encode(pixels, SIDE, SIDE, { ...defaultOptions, quality: 80 });
  if (!webp) throw new Error('the photograph cannot be written');
  return webp;
}
