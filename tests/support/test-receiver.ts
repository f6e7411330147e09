import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Received = { headers: Record<string, string>; body: string };

/** A program that gets webhooks, and answers each with the next status or does not answer. */
export async function startTestReceiver() {
  const received: Received[] = [];
  let mood: number | 'silent' = 204;
  let headers: Record<string, string> = {};
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      if (mood === 'silent') return;
      response.writeHead(mood, headers);
      // An answer without an end must hold nobody up.
      response.write('x'.repeat(70_000));
      if (mood !== 200) response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers: (next: typeof mood, more: typeof headers = {}) => {
      mood = next;
      headers = more;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
