import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyPluginAsync } from 'fastify';
import { pino } from 'pino';
import type { Palette } from '#contract/content/palette.ts';
import type { Json } from './answer.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { apiRoutes } from '#organiser/dashboard/api.ts';
import { createAccess } from '#organiser/dashboard/access.ts';
import { buildDashboard } from '#organiser/dashboard/app.ts';
import { newId } from '#server/identity.ts';
import { testContext } from './test-commands.ts';
import type { TestServer } from './test-server.ts';

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

/** A dashboard beside a test server. No browser adds headers: the test sends every header itself. */
export function startTestDashboard(server: TestServer) {
  return startDashboardWith(testContext(server));
}

/** A dashboard with the context of a command. */
export function startDashboardWith(context: CommandContext) {
  return startDashboardOf(apiRoutes(context), context.content.conference.looks.palette);
}

/** A dashboard with other calls. */
export async function startDashboardOf(calls: FastifyPluginAsync, palette?: Palette) {
  const { token, guard } = createAccess(newId);
  const app = await buildDashboard({
    guard,
    calls,
    palette,
    bundle: new Map([
      ['/index.html', { type: 'text/html', bytes: Buffer.from('<p>page</p>'), gzip: undefined }],
      ['/assets/a.js', { type: 'text/javascript', bytes: Buffer.from('a'), gzip: undefined }],
    ]),
    logger: pino({ level: 'silent' }),
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const { host } = new URL(origin);

  function send(
    path: string,
    {
      method = 'GET',
      headers = {},
      body = '',
    }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${origin}${path}`,
        { method, headers: { host, ...headers } },
        (answer) => {
          text(answer).then(
            (words) =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: words }),
            reject,
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return { origin, host, token, send, close: () => app.close() };
}

export type TestDashboard = Awaited<ReturnType<typeof startTestDashboard>>;

/** Opens the printed address; returns the headers that the page sends with every call. */
export async function openedIn({ send, token, origin }: TestDashboard) {
  const { headers } = await send(`/?token=${token}`);
  const credentials = {
    cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    'x-dashboard-key': headers.location?.split('#key=')[1] ?? '',
  };
  const ask = async (path: string) => {
    const answer = await send(`/api${path}`, { headers: credentials });
    return { ...answer, lines: answer.text.split('\n').filter(Boolean).map(parsed) };
  };
  const tell = async (path: string, body: unknown) => {
    const answer = await send(`/api${path}`, {
      method: 'POST',
      headers: { ...credentials, origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { ...answer, json: parsed(answer.text) };
  };
  return { credentials, ask, tell };
}

function parsed(line: string): Json {
  return JSON.parse(line) as Json;
}
