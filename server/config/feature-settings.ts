import type { Env } from './env.ts';
import type { S3Settings } from '#server/files/s3-store.ts';
import { isOnThisMachine } from '#server/http/operator-access.ts';
import type { OauthSettings } from '#server/mail/oauth-token.ts';
import type { SmtpSettings } from '#server/mail/smtp-mailer.ts';
import type { Costly } from './quotas.ts';

/** The bucket for the files of abstracts, if they do not go into a folder. */
export function s3Settings(env: Env): S3Settings | undefined {
  return bucketFor('FILES', env);
}

/** The bucket for copies of backups. */
export function backupBucket(env: Env): S3Settings | undefined {
  return bucketFor('BACKUP', env);
}

function bucketFor(what: 'FILES' | 'BACKUP', env: Env): S3Settings | undefined {
  const bucket = env[`${what}_S3_BUCKET`];
  if (bucket === undefined) return undefined;
  const accessKeyId = env[`${what}_S3_ACCESS_KEY_ID`];
  const secretAccessKey = env[`${what}_S3_SECRET_ACCESS_KEY`];
  return {
    bucket,
    region: env[`${what}_S3_REGION`],
    endpoint: env[`${what}_S3_ENDPOINT`],
    credentials:
      accessKeyId !== undefined && secretAccessKey !== undefined
        ? { accessKeyId, secretAccessKey }
        : undefined,
  };
}

/** The quotas of all visitors together: counts in an hour, bytes in a day. */
export function quotaSettings(env: Env): Record<Costly, number> {
  return {
    payments: read(env, env.PAYMENTS_PER_HOUR, 100),
    mails: read(env, env.MAILS_PER_HOUR, 500),
    uploads: read(env, env.UPLOADS_PER_HOUR, 200),
    uploadBytes: read(env, env.UPLOAD_MB_PER_DAY, 5000) * 1_000_000,
  };
}

/** The most unpaid payments that one network may begin in an hour: at most 40 % of the quota, so that others can pay. */
export function paymentsPerNetwork(env: Env): number {
  const most = read(env, env.PAYMENTS_PER_NETWORK, 40);
  return most === Infinity ? most : Math.min(most, Math.ceil(quotaSettings(env).payments * 0.4));
}

/** A sentence if one network may begin fewer payments than its setting says. */
export function cappedPayments(env: Env): string | undefined {
  const most = paymentsPerNetwork(env);
  if (read(env, env.PAYMENTS_PER_NETWORK, most) <= most) return undefined;
  return `PAYMENTS_PER_NETWORK=${env.PAYMENTS_PER_NETWORK} counts as ${most}, two fifths of PAYMENTS_PER_HOUR: raise that too`;
}

/** How long a stopping server still answers. */
export function drainMs(env: Env): number {
  const seconds = env.DRAIN_SECONDS ?? (isOnThisMachine(env.PUBLIC_BASE_URL) ? 0 : 5);
  return Number(seconds) * 1000;
}

function read(env: Env, text: string | undefined, usual: number): number {
  if (text === undefined) return env.RATE_LIMIT === 'off' ? Infinity : usual;
  return text === 'off' ? Infinity : Number(text);
}

/** The mail server; undefined if mails are only written to a folder. */
export function smtpSettings(env: Env): SmtpSettings | undefined {
  if (env.SMTP_HOST === undefined) return undefined;
  const { SMTP_USER: user, SMTP_PASSWORD: password } = env;
  return {
    host: env.SMTP_HOST,
    port: env.SMTP_PORT,
    tls: env.SMTP_TLS ?? (env.SMTP_PORT === 465 ? 'implicit' : 'starttls'),
    login:
      user === undefined
        ? undefined
        : password === undefined
          ? { user, oauth: oauthSettings(env) }
          : { user, password },
  };
}

/** The application that logs in to mailboxes, if the settings have one. */
export function oauthLogin(env: Env): OauthSettings | undefined {
  return env.SMTP_OAUTH_CLIENT_ID === undefined ? undefined : oauthSettings(env);
}

function oauthSettings(env: Env): OauthSettings {
  const { SMTP_OAUTH_TENANT: tenant = '', SMTP_OAUTH_TOKEN_URL: tokenUrl } = env;
  return {
    tokenUrl: tokenUrl ?? `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    clientId: env.SMTP_OAUTH_CLIENT_ID ?? '',
    clientSecret: env.SMTP_OAUTH_CLIENT_SECRET ?? '',
    scope: env.SMTP_OAUTH_SCOPE,
  };
}
