import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on one connection for the answer to an earlier one. Browsers send none before they have it. */
const MOST_WAITING = 32;

/**
 * Cuts who asks for more than that in one breath. Sixty kilobytes hold a thousand requests, and each would be given
 * memory and its turn, however little of the answers is read. Here, since for Fastify every one of them is a request.
 */
export function limitPipelining(server: Server): void {
  const [answer] = server.listeners('request');
  if (!answer) throw new Error('nobody answers yet');
  const waiting = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // What Node still finds in the bytes that it had read.
    if (socket.destroyed) return;
    // Whose turn it is has the socket; who waits for it has none yet.
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1;
      if (count > MOST_WAITING) return void socket.resetAndDestroy();
      waiting.set(socket, count);
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    }
    answer.call(server, request, response);
  });
}
