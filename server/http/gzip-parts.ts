import { constants, crc32, deflateRawSync, type ZlibOptions } from 'node:zlib';

/** Text that is the same in many answers, with its compressed form. */
export type FixedPart = { readonly plain: Buffer; readonly deflated: Buffer };
export type Part = FixedPart | string;

export function fixedPart(text: string): FixedPart {
  const plain = Buffer.from(text);
  return { plain, deflated: deflated(plain, { level: constants.Z_BEST_COMPRESSION }) };
}

/** The bytes of an answer that is made of parts. */
export function joined(parts: readonly Part[]): Buffer {
  return Buffer.concat(parts.map((part) => plainOf(part)));
}

/**
 * The same bytes with gzip (RFC 1952). Each part is compressed for itself, so only what is new is compressed for an
 * answer, at a level that takes less time than the sending of the bytes it saves.
 */
export function gzipped(parts: readonly Part[]): Buffer {
  const trailer = Buffer.alloc(8);
  const pieces: Buffer[] = [GZIP];
  let [sum, length] = [0, 0];
  for (const part of parts) {
    const plain = plainOf(part);
    sum = crc32(plain, sum);
    length += plain.length;
    pieces.push(typeof part === 'string' ? deflated(plain, OF_ANSWERS) : part.deflated);
  }
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(length, 4);
  return Buffer.concat([...pieces, LAST, trailer]);
}

/** The first bytes of a file without a name and a time. */
const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const LAST = Buffer.from([3, 0]);

/** With a quarter of the usual memory, which a page of ten kilobytes does not need: zlib takes it again for each answer. */
const OF_ANSWERS = { level: 3, windowBits: 13, memLevel: 6 };

/** Blocks that end at a whole byte, and refer to nothing before them. */
function deflated(bytes: Buffer, options: ZlibOptions): Buffer {
  return deflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
}

function plainOf(part: Part): Buffer {
  return typeof part === 'string' ? Buffer.from(part) : part.plain;
}
