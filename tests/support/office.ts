import { pino } from 'pino';
import { buildWebDashboard } from '#features/colleagues/web-dashboard.ts';
import type { Job } from '#organiser/dashboard/rights.ts';
import type { Json } from './answer.ts';
import { createPasskey, type Forged } from './software-passkey.ts';
import { testContext } from './test-commands.ts';
import type { TestSite } from './test-site.ts';

export const OFFICE = 'https://office.conference.example';

type Settings = Partial<ReturnType<typeof testContext>['env']>;

/** The dashboard on the web beside a test server, without a browser: each one has a jar of cookies. */
export async function openOffice(server: TestSite, settings: Settings = {}) {
  const context = testContext(server);
  context.env = { ...context.env, ORGANISER_ORIGIN: OFFICE, RATE_LIMIT: 'off', ...settings };
  const page = { type: 'text/html', bytes: Buffer.from('<p>page</p>'), gzip: undefined };
  const app = await buildWebDashboard(context, {
    origin: OFFICE,
    bundle: new Map([['/index.html', page]]),
    logger: pino({ level: 'silent' }),
  });

  /** A browser that asks the dashboard's own page. */
  function browser() {
    const jar = new Map<string, string>();
    const call = async (
      url: string,
      body?: object,
      headers: Record<string, string | undefined> = {},
      from = '192.0.2.1',
    ) => {
      const answer = await app.inject({
        method: body ? 'POST' : 'GET',
        url: `/api${url}`,
        remoteAddress: from,
        ...(body && { payload: body }),
        headers: defined({
          host: new URL(OFFICE).host,
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          'sec-fetch-site': 'same-origin',
          ...(body && { origin: OFFICE }),
          ...headers,
        }),
      });
      const set = [answer.headers['set-cookie'] ?? []].flat();
      for (const cookie of set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (cookie.includes('Max-Age=0')) jar.delete(name);
        else jar.set(name, value);
      }
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const json: Json = isJson ? answer.json() : {};
      return { status: answer.statusCode, text: answer.body, json, headers: answer.headers, set };
    };
    return { jar, call };
  }

  /** Invites somebody, and returns the token in the mail. */
  async function invite(email: string, ...jobs: Job[]): Promise<string> {
    const command = ['invite', email, '--name', `Ada ${email.split('@')[0]}`];
    const [session] = server.content.sessions.sessions;
    const sessions = jobs.includes('track-chair') ? ['--sessions', session?.id ?? ''] : [];
    await organise('colleague', ...command, '--jobs', jobs.join(','), ...sessions, '--send');
    return tokenTo(email);
  }

  async function tokenTo(email: string): Promise<string> {
    const mails = await server.mailsTo(email);
    const { text = '' } = mails.findLast(({ kind }) => kind === 'colleague-invited') ?? {};
    return /invitation#([0-9a-z]{26})/.exec(text)?.[1] ?? '';
  }

  async function organise(...args: string[]): Promise<string> {
    const { organise: run } = await import('./test-commands.ts');
    return run(context, ...args);
  }

  type Browser = ReturnType<typeof browser>;

  async function makePasskey({ call }: Browser, token: string, forged: Forged = {}) {
    const passkey = createPasskey(OFFICE);
    const asked = await call('/enter/passkey-options', { token });
    // Another browser has used the link.
    if (asked.status !== 200) return { passkey, answer: asked };
    const response = passkey.create(asked.json['options'] as never, forged);
    const answer = await call('/enter/passkey', { token, response, name: 'Laptop' });
    return { passkey, answer };
  }

  async function logIn(
    { call }: Browser,
    passkey: ReturnType<typeof createPasskey>,
    forged?: Forged,
  ) {
    const { json } = await call('/enter/options', {});
    return call('/enter/log-in', { response: passkey.get(json['options'] as never, forged) });
  }

  /** Somebody with these jobs, who is logged in. */
  async function colleague(email: string, ...jobs: Job[]) {
    const own = browser();
    const { passkey } = await makePasskey(own, await invite(email, ...jobs));
    return { ...own, passkey };
  }

  return { app, context, browser, invite, tokenTo, organise, makePasskey, logIn, colleague };
}

function defined(headers: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(given) as Record<string, string>;
}
