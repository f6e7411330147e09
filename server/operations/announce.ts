import { ibanInGroups } from '#contract/content/bank-account.ts';
import { PROVIDER_NAMES } from '#contract/content/ways.ts';
import type { Content } from '#contract/content.ts';
import type { Env } from '#server/config/env.ts';
import { isOnThisMachine } from '#server/http/operator-access.ts';
import { isSandboxed, paymentMode } from '#server/config/payment-mode.ts';
import { usableWays } from '#server/config/usable-ways.ts';
import { howToRun } from '#server/how-to-run.ts';

/** The way on for people who start the sample, whose days have passed. */
export const SAMPLE_NOTE = `Try it     press Register, and pay with card 4242 4242 4242 4242, any future date and any three digits
  Dashboard  ${howToRun.dashboard}, in another terminal
  Your own   ${howToRun.organiser} new FOLDER; the days of this sample have passed, and its forms stay open`;

/** The lines with the addresses and folders, for the person who started the server. */
export function announcement(started: {
  content: Pick<Content, 'conference' | 'prices'>;
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
  ${started.content.conference.name} is ready.

  Site       ${site}
  Calls      ${site}/api/docs
  Mails      ${mailsOf(env, site, started.mailFolder)}
  Data       ${started.dataDir}
  Database   ${store}
  Payments   ${paymentsOf(env, started.content)}
${started.note === undefined ? '' : `\n  ${started.note}\n`}`;
}

/** The ways to pay that the conference offers, and whether their money is real. */
function paymentsOf(env: Env, content: Pick<Content, 'conference' | 'prices'>): string {
  const mode = paymentMode(env);
  const { iban = '' } = content.conference.bankTransfer ?? {};
  const named = usableWays(env, content).map((way) => {
    if (way === 'transfer') return `transfers to ${ibanInGroups(iban)}`;
    const provider = PROVIDER_NAMES[way];
    return { sandbox: `a pretend ${provider}`, test: `${provider}’s test system`, live: provider }[
      mode
    ];
  });
  const list = new Intl.ListFormat('en').format(named);
  return mode === 'live' ? `real: ${list}` : `TEST MODE: ${list}, no real money`;
}

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
