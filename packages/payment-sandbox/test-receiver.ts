import { createServer, type IncomingHttpHeaders } from 'node:http';

/** Answers undefined, or throws, for a bad signature. */
type Verify<Event> = (
  body: string,
  headers: IncomingHttpHeaders,
) => Event | undefined | Promise<Event | undefined>;

export type WebhookReceiver<Event> = {
  url: string;
  /** Everything that came, verified or not. */
  bodies: string[];
  /** The webhooks that had a valid signature and were accepted. */
  verified: { body: string; event: Event; headers: IncomingHttpHeaders }[];
  /** The status of the next answers; 200 when used up, 400 for a bad signature. */
  answers: number[];
  close(): Promise<void>;
};

/** A server that receives webhooks. */
export async function receiveWebhooks<Event>(
  path: string,
  verify: Verify<Event>,
): Promise<WebhookReceiver<Event>> {
  const bodies: string[] = [];
  const verified: WebhookReceiver<Event>['verified'] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString();
    const { headers } = request;
    bodies.push(body);
    const planned = answers.shift() ?? 200;
    const event = await Promise.try(verify, body, headers).catch(() => undefined);
    if (event !== undefined && planned === 200) verified.push({ body, event, headers });
    const status = event === undefined ? 400 : planned;
    response.writeHead(status, status === 302 ? { Location: path } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port to listen on.');
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    bodies,
    verified,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
