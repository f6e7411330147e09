import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import { AppError } from '#server/errors.ts';
import type { Uploads } from '#server/files/uploads.ts';
import type { NewId } from '#server/identity.ts';
import { type AbstractForm, receiveForm, REST_LIMIT, tooLarge } from './abstract-form.ts';
import type { Pace } from './upload-pace.ts';

/** Receives a form with a file, and works with it. Afterwards nothing of the file stays among the uploads. */
export async function withUpload<T>(
  request: FastifyRequest,
  { uploads, newId, pace }: { uploads: Uploads; newId: NewId; pace: Pace },
  work: (form: AbstractForm) => Promise<T>,
): Promise<T> {
  const key = newId();
  try {
    return await work(await receiveForm(request, uploads, key, pace));
  } finally {
    await uploads.forget(key);
  }
}

/** Refuses a form before a byte of the body is read, if its headers suffice. */
export function refuseByHeaders({ headers }: FastifyRequest): void {
  const { 'content-type': type = '', 'content-length': length } = headers;
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) {
    throw new AppError('unsupported-type', () => 'Please send the abstract as a form with a file.');
  }
  if (Number(length ?? 0) > ABSTRACT_FILE_LIMIT + REST_LIMIT) throw tooLarge();
}

/** In milliseconds: time for an answer to cross the world while a large body is still on its way. */
const LINGER_MS = 2000;

/**
 * Lets a visitor read the reason why a large upload was refused. If the server closes a connection while the browser
 * still sends, the browser shows a network error instead of the answer. So after an early answer the server closes only
 * its own side of the connection, and discards further bytes for a moment.
 */
export function lingerOnRefusal({ raw }: FastifyRequest): void {
  const { socket } = raw;
  // Node calls this once an answer with connection: close is written.
  socket.destroySoon = () => {
    if (raw.complete) return Socket.prototype.destroySoon.call(socket);
    socket.end();
    const cut = () => socket.destroy();
    const timer = setTimeout(cut, LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
    raw.once('end', cut);
    raw.resume();
  };
}
