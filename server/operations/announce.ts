import type { Env } from '#server/config/env.ts';
import { isOnThisMachine } from '#server/http/operator-access.ts';
import {
  hasKeys,
  isSandboxed,
  type PaymentMode,
  paymentMode,
} from '#server/config/payment-mode.ts';

/** For people who start the sample, whose days have passed. */
export const SAMPLE_NOTE =
  'The days of this sample have passed, and its forms stay open for you to try. Your own conference begins with: npm run --silent organiser -- new FOLDER';

/** The lines with the addresses and folders, for the person who started the server. */
export function announcement(started: {
  name: string;
  env: Env;
  port: number;
  dataDir: string;
  mailFolder: string;
  /** A sentence for the person who started the server. */
  note?: string | undefined;
}): string {
  const { env, port } = started;
  const host = env.HOST === '0.0.0.0' || env.HOST === '127.0.0.1' ? 'localhost' : env.HOST;
  const here = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const site = env.PUBLIC_BASE_URL ?? here;
  const store = env.DATABASE_URL === undefined ? `SQLite in ${started.dataDir}` : 'PostgreSQL';
  return `
  ${started.name} is ready.

  Site       ${site}
  Calls      ${site}/api/docs
  Mails      ${mailsOf(env, site, started.mailFolder)}
  Data       ${started.dataDir}
  Database   ${store}
  Payments   ${hasKeys(env) || isSandboxed(env) ? PAYMENTS[paymentMode(env)] : 'real, by bank transfer'}
${started.note === undefined ? '' : `\n  ${started.note}\n`}`;
}

const PAYMENTS: Record<PaymentMode, string> = {
  sandbox: 'TEST MODE: a pretend Stripe and a pretend PayPal, no real money',
  test: 'TEST MODE: the providers’ own test systems, no real money',
  live: 'real, through the configured keys',
};

function mailsOf(env: Env, site: string, folder: string): string {
  if (env.SMTP_HOST !== undefined) return `sent by ${env.SMTP_HOST}`;
  if (isSandboxed(env)) return `${mailboxOf(env, site)}${folder}  (written here, not sent)`;
  return `${folder}  (written here, and NOBODY GETS THEM: set SMTP_HOST)`;
}

/** The mailbox needs operator access, and a browser cannot send the token. */
function mailboxOf(env: Env, site: string): string {
  const isOpen = env.METRICS_TOKEN === undefined && isOnThisMachine(env.PUBLIC_BASE_URL);
  return isOpen ? `${site}/sandbox/mail  ` : '';
}
