import { type Env, isSandboxed } from './env.ts';

/** Tells whoever started the server where to look. */
export function announce(started: {
  name: string;
  env: Env;
  port: number;
  dataDir: string;
  mailFolder: string;
}): void {
  const { env, port } = started;
  const host = env.HOST === '0.0.0.0' || env.HOST === '127.0.0.1' ? 'localhost' : env.HOST;
  const here = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const site = env.PUBLIC_BASE_URL ?? here;
  const store = env.DATABASE_URL === undefined ? `SQLite in ${started.dataDir}` : 'PostgreSQL';
  console.log(`
  ${started.name} is ready.

  Site       ${site}
  Calls      ${site}/api/docs
  Mailbox    ${started.mailFolder}  (mails are written here, not sent)
  Data       ${started.dataDir}
  Database   ${store}
  Payments   ${isSandboxed(env) ? 'TEST MODE: a pretend Stripe and a pretend PayPal, no real money' : 'real, through the configured keys'}
`);
}
