import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { readAt, textBlocks } from './read-at.ts';

/** The overlap is longer than any match of NAMES. */
const OVERLAP = 512;

/** Limits for packed objects, in bytes: for one stream, and for all streams. A thesis has a few hundred KiB. */
const LARGEST_STREAM = 4 * 1024 * 1024;
const MOST_UNPACKED = 32 * 1024 * 1024;
const MOST_STREAMS = 500;
const LONGEST_DICTIONARY = 4096;

/** Actions, and the mark of packed objects. Only an action behind OpenAction opens an address without a click. */
const NAMES = new RegExp(
  `/(?:(?<script>${letters('JavaScript')})|(?<program>${letters('Launch')})|(?<packed>${letters('ObjStm')})|` +
    `(?<address>${letters('OpenAction')}\\s*<<[^<>]{0,200}?/(?:URI|SubmitForm|ImportData|GoToR|GoToE)))(?![A-Za-z0-9])`,
  'g',
);

/**
 * The actions of a PDF besides showing pages, as text for a person; undefined if it has none. Actions are in plain
 * objects, or in packed objects (ISO 32000-1, 7.5.7 and 12.6), which are unpacked up to a limit.
 */
export async function pdfActions(file: FileHandle, bytes: number): Promise<string | undefined> {
  const found = new Set<string>();
  const packed = new Set<number>();
  for await (const { from, text } of textBlocks(file, bytes, OVERLAP)) {
    for (const at of noteActions(text, found)) {
      if (packed.size <= MOST_STREAMS) packed.add(from + at);
    }
  }
  let room = packed.size > MOST_STREAMS ? 0 : MOST_UNPACKED;
  for (const at of packed) {
    const objects = room > 0 ? await unpackedAfter(file, at) : undefined;
    if (objects === undefined) {
      found.add('objects that could not be read');
      break;
    }
    room -= objects.length;
    noteActions(objects.toString('latin1'), found);
  }
  return found.size > 0 ? [...found].join(', ') : undefined;
}

/** Adds actions to `found`, and returns the positions of the marks of packed objects. */
function noteActions(text: string, found: Set<string>): number[] {
  const packed: number[] = [];
  for (const { index, groups } of text.matchAll(NAMES)) {
    if (groups?.['script'] !== undefined) found.add('JavaScript');
    if (groups?.['program'] !== undefined) found.add('starts a program');
    if (groups?.['address'] !== undefined) found.add('opens an address');
    if (groups?.['packed'] !== undefined && packed.length <= MOST_STREAMS) packed.push(index);
  }
  return packed;
}

/** The unpacked stream whose dictionary is at a position; undefined if it cannot be read, as in an encrypted file. */
async function unpackedAfter(file: FileHandle, at: number): Promise<Buffer | undefined> {
  const text = (await readAt(file, at, LONGEST_DICTIONARY)).toString('latin1');
  const begin = />>\s*stream\r?\n/.exec(text);
  return begin ? unpacked(file, at + begin.index + begin[0].length) : undefined;
}

const inflate = promisify(zlib.inflate);

/** Unpacking finds the end of the stream by itself, because the length in its dictionary may be wrong. */
async function unpacked(file: FileHandle, start: number): Promise<Buffer | undefined> {
  const limits = { maxOutputLength: LARGEST_STREAM };
  for (let length = 16 * 1024; length <= LARGEST_STREAM; length *= 4) {
    const packed = await readAt(file, start, length);
    try {
      return await inflate(packed, limits);
    } catch (error) {
      const isCut = error instanceof Error && Reflect.get(error, 'code') === 'Z_BUF_ERROR';
      if (!isCut || packed.length < length) return undefined;
    }
  }
  return undefined;
}

/** The letters of a name, each of which may be written by its number: J#61vaScript. */
function letters(name: string): string {
  return name.replace(/./g, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:${letter}|#${digits})`;
  });
}
