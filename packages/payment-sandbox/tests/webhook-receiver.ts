import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type WebhookReceiver<Event> = Awaited<ReturnType<typeof receiveWebhooks<Event>>>;

/** A server that receives webhooks. `verify` answers undefined, or throws, for a bad signature. */
export async function receiveWebhooks<Event>(
  path: string,
  verify: (
    body: string,
    headers: IncomingHttpHeaders,
  ) => Event | undefined | Promise<Event | undefined>,
) {
  /** All received bodies, verified or not. */
  const bodies: string[] = [];
  /** The webhooks that had a valid signature and were accepted. */
  const verified: { body: string; event: Event; headers: IncomingHttpHeaders }[] = [];
  /** The statuses of the next answers. Without one, the answer is 200; a bad signature always gets 400. */
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { headers } = request;
    bodies.push(body);
    const planned = answers.shift() ?? 200;
    const event = await Promise.try(verify, body, headers).catch(() => undefined);
    if (event !== undefined && planned === 200) verified.push({ body, event, headers });
    const status = event === undefined ? 400 : planned;
    response.writeHead(status, status === 302 ? { Location: path } : {}).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    bodies,
    verified,
    answers,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
