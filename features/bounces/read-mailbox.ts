import { ImapFlow } from 'imapflow';
import { oauthLogin } from '#server/config/feature-settings.ts';
import type { Env } from '#server/config/env.ts';
import type { Db } from '#server/database/database.ts';
import { type Clock, timestamp } from '#server/identity.ts';
import { oauthTokens } from '#server/mail/oauth-token.ts';
import { NotDelivered } from '#server/mail/mailer.ts';
import { recordBounce } from './bounces.ts';
import { readReport } from './read-report.ts';
import { bounceKey, findReturned } from './return-address.ts';

/** The mails of a round; the next round reads the others. */
const MOST = 200;
/** A report is at the beginning of a mail, and the mail that came back, with all its attachments, behind it. */
const MOST_BYTES = 256 * 1024;
const SILENCE_MS = 20_000;

type Deps = { db: Db; clock: Clock; env: Env };

/**
 * Reads what has come back. A mail with a valid token about which something was recorded is deleted, any other one is
 * marked as read. Nothing is ever answered. A mail that was read twice, because a server died in between, counts once.
 */
export async function readMailbox(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock, env } = deps;
  if (env.BOUNCE_IMAP_URL === undefined || env.BOUNCE_ADDRESS === undefined) return;
  const key = await bounceKey(db);
  const trouble = await troubleIn(() =>
    readNew({ ...deps, key, pattern: env.BOUNCE_ADDRESS ?? '' }, signal),
  );
  const now = timestamp(clock());
  await db
    .updateTable('bounce_mailbox')
    .set(({ fn, val }) => ({
      tried_at: now,
      trouble: trouble ?? null,
      trouble_since: trouble === undefined ? null : fn.coalesce('trouble_since', val(now)),
    }))
    .execute();
}

/** The mailbox may be away for hours, which is no fault of this server: a concern says so. */
async function troubleIn(read: () => Promise<void>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof NotDelivered) return error.message;
    if (typeof error !== 'object' || error === null) throw error;
    if ('authenticationFailed' in error) return 'it refuses the login';
    if ('tlsFailed' in error) return 'it offers no safe connection';
    if ('mailboxMissing' in error) return 'there is no such folder';
    if ('responseStatus' in error) return 'it refuses a command';
    if ('code' in error && typeof error.code === 'string')
      return `it cannot be read (${error.code})`;
    throw error;
  }
}

async function readNew(
  { db, clock, env, key, pattern }: Deps & { key: string; pattern: string },
  signal: AbortSignal,
): Promise<void> {
  const client = await clientFor(env, clock);
  // An error between two commands; the next command then fails with it.
  client.on('error', () => undefined);
  const stop = () => client.close();
  signal.addEventListener('abort', stop);
  try {
    await client.connect();
    await client.mailboxOpen(folderIn(env));
    const found = await client.search({ seen: false }, { uid: true });
    for (const uid of (found || []).slice(0, MOST)) {
      if (signal.aborted) return;
      const mail = await client.fetchOne(
        String(uid),
        { source: { maxLength: MOST_BYTES } },
        { uid: true },
      );
      const source = mail ? mail.source : undefined;
      const isRecorded = source ? await record({ db, clock, key, pattern }, source) : false;
      if (isRecorded) await client.messageDelete([uid], { uid: true });
      else await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true });
    }
    await client.logout();
  } finally {
    signal.removeEventListener('abort', stop);
    client.close();
  }
}

/** Records the report in a mail. False if it is about no mail of ours, or nothing that counts. */
async function record(
  { db, clock, key, pattern }: { db: Db; clock: Clock; key: string; pattern: string },
  source: Buffer,
): Promise<boolean> {
  const id = findReturned(pattern, key, source.toString('latin1'));
  if (id === undefined) return false;
  // A mail with a right token may still be one that no program can read.
  const report = await readReport(source).catch(() => undefined);
  if (!report) return false;
  await recordBounce(db, { id, ...report }, clock());
  return true;
}

async function clientFor(env: Env, clock: Clock): Promise<ImapFlow> {
  const url = new URL(env.BOUNCE_IMAP_URL ?? '');
  const isTls = url.protocol === 'imaps:';
  const user = decodeURIComponent(url.username);
  const oauth = oauthLogin(env);
  const login =
    url.password === '' && oauth
      ? { accessToken: await oauthTokens(oauth, clock).get() }
      : { pass: decodeURIComponent(url.password) };
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return new ImapFlow({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port || (isTls ? 993 : 143)),
    secure: isTls,
    ...(!isTls && { doSTARTTLS: !isHere }),
    auth: { user, ...login },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxLiteralSize: 2 * MOST_BYTES,
    maxResponseSize: 4 * MOST_BYTES,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  });
}

function folderIn(env: Env): string {
  return decodeURIComponent(new URL(env.BOUNCE_IMAP_URL ?? '').pathname.slice(1)) || 'INBOX';
}
