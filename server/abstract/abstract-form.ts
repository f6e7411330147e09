import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import {
  DiskTooFull,
  type Upload,
  UploadCutShort,
  UploadTooLarge,
  type Uploads,
} from '#server/files/uploads.ts';
import { networkOf } from '#server/http/visitor-address.ts';
import { AppError } from '#server/errors.ts';
import { boundaryIn, watchPartHeaders } from './part-headers.ts';
import { type Pace, watchPace } from './upload-pace.ts';

/** The bytes of a form besides its file: texts, headers and boundaries. */
export const REST_LIMIT = 64 * 1024;

/** The name of the part that is the file. */
export const FILE_FIELD = 'abstractFile';

/** The greatest number of texts, and of bytes in each. */
const MOST_FIELDS = 12;
const LONGEST_FIELD = 2000;

const formLimits = {
  // The limit also counts parts that are neither text nor file.
  parts: MOST_FIELDS + 2,
  // One byte more than is accepted, so that a file that is too large differs from a file that just fits.
  fileSize: ABSTRACT_FILE_LIMIT + 1,
};

/** A form that was read to its end. Its file is among the uploads. */
export type AbstractForm = {
  fields: Record<string, string>;
  file: { name: string; upload: Upload } | undefined;
};

/**
 * Reads the form as it arrives: its texts into memory, its file through the uploads under `key`. After any error, also
 * if the visitor leaves, nothing of the file stays.
 */
export async function receiveForm(
  request: FastifyRequest,
  uploads: Uploads,
  key: string,
  pace: Pace,
): Promise<AbstractForm> {
  const { raw } = request;
  // If the visitor leaves, the parser never ends the part that it was reading, and the file would stay open.
  const cut = new AbortController();
  raw.once('close', () => {
    if (!raw.complete) cut.abort();
  });
  try {
    const { 'content-length': length = ABSTRACT_FILE_LIMIT } = request.headers;
    await uploads.claimRoom(key, Number(length), networkOf(request.ip));
    const body = watchBody(request);
    const stillness = watchPace(raw, body.bytes, pace);
    const reading = readParts(request, uploads, key, cut.signal);
    // The promise that loses the race may still reject, and nobody else handles its error.
    for (const loser of [reading, stillness]) loser.catch(() => undefined);
    return await Promise.race([reading, body.excess, stillness]);
  } catch (error) {
    cut.abort();
    if (error instanceof UploadTooLarge) throw tooLarge();
    if (error instanceof UploadCutShort) throw unreadable(error);
    if (error instanceof DiskTooFull) throw diskIsFull(error);
    throw error;
  }
}

async function readParts(
  request: FastifyRequest,
  uploads: Uploads,
  key: string,
  cut: AbortSignal,
): Promise<AbstractForm> {
  const fields = new Map<string, string>();
  let file: AbstractForm['file'];
  try {
    for await (const part of partsOf(request)) {
      if (part.filename === undefined) {
        if (await isNoFile(part)) continue;
        await addField(fields, part);
        continue;
      }
      if (part.fieldname !== FILE_FIELD || file) throw unreadable();
      const upload = await uploads.receive(key, part.file, ABSTRACT_FILE_LIMIT, cut);
      file = { name: part.filename, upload };
    }
    return { fields: Object.fromEntries(fields), file };
  } catch (error) {
    await uploads.forget(key);
    throw error;
  }
}

/** Browsers send the field of a file that nobody chose as an empty part without a name. */
async function isNoFile({ fieldname, mimetype, file }: Part): Promise<boolean> {
  if (fieldname !== FILE_FIELD || mimetype !== 'application/octet-stream') return false;
  for await (const chunk of file) if (chunk.length > 0) throw unreadable();
  return true;
}

async function addField(fields: Map<string, string>, part: Part): Promise<void> {
  const { fieldname: name, mimetype, file } = part;
  const isUsable = typeof name === 'string' && name.length <= 100 && mimetype === 'text/plain';
  if (!isUsable || fields.has(name) || fields.size >= MOST_FIELDS) throw unreadable();
  fields.set(name, await textOf(file));
}

/** Refuses bytes that are not UTF-8: the parser would replace them by U+FFFD. */
async function textOf(bytesComing: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of bytesComing) {
      length += chunk.length;
      if (length > LONGEST_FIELD) throw new Error(`a field has more than ${LONGEST_FIELD} bytes`);
      chunks.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw unreadable(error);
  }
}

/** Text or file: only a file has a name. */
type Part = Omit<MultipartFile, 'filename'> & { filename: string | undefined };

/** Turns the parser's errors into errors about the form. Errors of the loop that reads the parts pass unchanged. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Part, void> {
  try {
    // The parser gives every part as bytes.
    for await (const part of request.parts({ limits: formLimits, isPartAFile: () => true })) {
      if (part.type === 'file') yield part;
    }
  } catch (error) {
    throw unreadable(error);
  }
}

type BodyWatch = {
  bytes: () => number;
  /** Rejects once the body is longer than any form. A body without a Content-Length has no other limit. */
  excess: Promise<never>;
};

function watchBody({ raw, headers }: FastifyRequest): BodyWatch {
  const boundary = boundaryIn(headers['content-type'] ?? '');
  if (boundary === undefined) throw unreadable();
  const hasTooManyHeaders = watchPartHeaders(boundary);
  let bytes = 0;
  const excess = new Promise<never>((_, reject) => {
    // A listener makes the bytes flow: the parser has to be attached before this turn ends, or the first bytes are
    // lost.
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > ABSTRACT_FILE_LIMIT + REST_LIMIT) reject(tooLarge());
      else if (hasTooManyHeaders(chunk)) reject(unreadable());
    });
  });
  return { bytes: () => bytes, excess };
}

export function tooLarge(): AppError {
  return new AppError('too-large', 'fileTooLarge', { fields: [FILE_FIELD] });
}

function diskIsFull(cause: Error): AppError {
  return new AppError('store-unavailable', 'noRoom', { retryAfter: 3600, cause });
}

function unreadable(cause?: unknown): AppError {
  return new AppError('bad-request', 'formUnreadable', {
    cause,
  });
}
