import type { FileHandle } from 'node:fs/promises';
import { readAt, textBlocks } from './read-at.ts';

export type PictureKind = 'png' | 'jpg';

const PNG = '89504e470d0a1a0a';
const JPEG = 'ffd8ff';
/** More parts than programs write: reading stops, so that a file of parts without contents takes no time. */
const MOST_PARTS = 20_000;

/** The kind of a picture by its first bytes, undefined for another file. */
export async function pictureKind(file: FileHandle): Promise<PictureKind | undefined> {
  const head = (await readAt(file, 0, 8)).toString('hex');
  if (head === PNG) return 'png';
  return head.startsWith(JPEG) ? 'jpg' : undefined;
}

/**
 * The position behind the last byte of a picture, undefined if the picture is cut off or damaged. Telephones write more
 * behind it, such as a time, a film or a second picture.
 */
export function pictureEnd(
  file: FileHandle,
  bytes: number,
  kind: PictureKind,
): Promise<number | undefined> {
  return kind === 'png' ? pngEnd(file, bytes) : jpegEnd(file, bytes);
}

/** https://www.w3.org/TR/png-3/#5Chunk-layout: length, type, data, and four bytes of a checksum. */
async function pngEnd(file: FileHandle, bytes: number): Promise<number | undefined> {
  let at = PNG.length / 2;
  for (let part = 0; part < MOST_PARTS; part++) {
    const head = await readAt(file, at, 8);
    if (head.length < 8) return undefined;
    at += 12 + head.readUInt32BE(0);
    if (at > bytes) return undefined;
    if (head.toString('latin1', 4) === 'IEND') return at;
  }
  return undefined;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** ITU-T T.81, annex B: markers with a length, and after the start of a scan bytes up to the next marker. */
async function jpegEnd(file: FileHandle, bytes: number): Promise<number | undefined> {
  let at: number | undefined = 2;
  for (let part = 0; part < MOST_PARTS; part++) {
    const head = await readAt(file, at, 4);
    if (head[0] !== 0xff || head[1] === undefined) return undefined;
    if (head[1] === END_OF_IMAGE) return at + 2;
    if (head.length < 4) return undefined;
    // A marker may have further bytes FF before it.
    const isMarker = head[1] !== 0xff;
    if (isMarker) at += 2 + head.readUInt16BE(2);
    if (!isMarker || head[1] === START_OF_SCAN) at = await nextMarker(file, bytes, at);
    if (at === undefined) return undefined;
  }
  return undefined;
}

/** In a scan, FF 00 is a byte of the picture, and FF D0 to FF D7 are only marks between its rows. */
// oxlint-disable-next-line no-control-regex
const MARKER = /\u00ff[^\u0000\u00d0-\u00d7\u00ff]/;

async function nextMarker(
  file: FileHandle,
  bytes: number,
  from: number,
): Promise<number | undefined> {
  for await (const block of textBlocks(file, bytes, 1, from)) {
    const found = block.text.search(MARKER);
    if (found >= 0) return block.from + found;
  }
  return undefined;
}
