import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Enough for an answer to cross the world while a large body is still on its way. Milliseconds. */
const LINGER_MS = 2000;

/**
 * Lets a visitor read why a large upload was refused. A connection that is closed while the visitor still sends breaks
 * under their hands, and browsers then show a network error instead of the answer that came before. So after an early
 * answer our side of the connection is closed, and what still arrives is thrown away for a moment.
 */
export async function lingerOnRefusal({ raw }: FastifyRequest): Promise<void> {
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
