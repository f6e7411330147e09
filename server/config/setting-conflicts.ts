import type { Env } from './settings.ts';
import {
  hasKeys,
  isPaypalLive,
  isSandboxed,
  isStripeLive,
  isTransferLive,
  paymentMode,
} from './payment-mode.ts';

/** A sentence about the first settings that contradict each other; undefined if none do. */
export function conflictOf(env: Env): string | undefined {
  return conflicts(env).find(([isThere]) => isThere)?.[1];
}

/** Visitors use https, so a proxy is in front, but TRUSTED_PROXIES is empty: limits then count all visitors as one. */
export function hasUnnamedProxy({ PUBLIC_BASE_URL: origin, TRUSTED_PROXIES: proxies }: Env) {
  return proxies.length === 0 && origin?.startsWith('https:') === true && !isUnsafe(origin);
}

type Conflict = [boolean, string];

function conflicts(env: Env): Conflict[] {
  return [
    ...paymentConflicts(env),
    ...storeConflicts(env),
    ...mailConflicts(env),
    ...officeConflicts(env),
    [
      /@[^/?@]*,/.test(env.DATABASE_URL ?? ''),
      'DATABASE_URL names several servers: name one address that always leads to the one that writes (docs/operations.md, A second PostgreSQL).',
    ],
    [
      isReadableOnTheWay(env.DATABASE_URL),
      'DATABASE_URL names another machine without TLS: add ?sslmode=verify-full, or ?sslmode=disable where nobody else is on the network between them.',
    ],
  ];
}

/** The dashboard on the web. Cookies and passkeys belong to a host, so that it cannot share the site's. */
function officeConflicts(env: Env): Conflict[] {
  const { ORGANISER_ORIGIN: office, ORGANISER_OIDC_ISSUER: issuer } = env;
  const hostOf = (origin: string) => new URL(origin).hostname;
  const house = [issuer, env.ORGANISER_OIDC_CLIENT_ID, env.ORGANISER_OIDC_CLIENT_SECRET];
  return [
    [
      office !== undefined && hostOf(office) === hostOf(env.PUBLIC_BASE_URL ?? 'http://localhost'),
      'ORGANISER_ORIGIN has to name another host than the site, such as https://office.conference.example: on one host the pages of the site could use the cookie of the dashboard.',
    ],
    [
      office?.startsWith('http:') === true && !/(?:^|\.)localhost$/.test(hostOf(office)),
      'ORGANISER_ORIGIN has to begin with https: browsers keep its cookie and passkeys for https alone.',
    ],
    [
      new Set(house.map((one) => one === undefined)).size > 1,
      'ORGANISER_OIDC_ISSUER, ORGANISER_OIDC_CLIENT_ID and ORGANISER_OIDC_CLIENT_SECRET belong together: set all or none.',
    ],
    [
      issuer !== undefined && office === undefined,
      'ORGANISER_OIDC_ISSUER is set, so ORGANISER_ORIGIN is needed too: nobody could log in.',
    ],
    [
      issuer?.startsWith('http:') === true && isUnsafe(issuer) && env.PUBLIC_BASE_URL !== undefined,
      'ORGANISER_OIDC_ISSUER has to begin with https.',
    ],
  ];
}

function paymentConflicts(env: Env): Conflict[] {
  const isLive = paymentMode(env) === 'live';
  const hasBoth = env.STRIPE_SECRET_KEY !== undefined && env.PAYPAL_CLIENT_ID !== undefined;
  return [
    [
      env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET === undefined,
      'STRIPE_SECRET_KEY is set, so STRIPE_WEBHOOK_SECRET is needed too: without it no payment notice can be trusted.',
    ],
    [
      (env.PAYPAL_CLIENT_ID === undefined) !== (env.PAYPAL_CLIENT_SECRET === undefined),
      'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET belong together: set both or neither.',
    ],
    [
      env.PAYPAL_CLIENT_ID !== undefined && env.PAYPAL_WEBHOOK_ID === undefined,
      'PAYPAL_CLIENT_ID is set, so PAYPAL_WEBHOOK_ID is needed too: without it no payment notice can be trusted.',
    ],
    [
      env.PAYPAL_ENV === 'live' && env.PAYPAL_CLIENT_ID === undefined,
      'PAYPAL_CLIENT_ID is needed with PAYPAL_ENV=live: without it PayPal is off, or pretended.',
    ],
    [
      hasBoth && isStripeLive(env) !== isPaypalLive(env),
      `STRIPE_SECRET_KEY is a ${isStripeLive(env) ? 'live' : 'test'} key and PAYPAL_ENV is ${env.PAYPAL_ENV}: set both live or both test, or pretend money would confirm real orders.`,
    ],
    [
      isTransferLive(env) && hasKeys(env) && !isStripeLive(env) && !isPaypalLive(env),
      'TRANSFER_ENV is live, and the keys of the providers are test keys: set all live or all test, or pretend money would confirm real orders.',
    ],
    [
      !isSandboxed(env) && env.PUBLIC_BASE_URL === undefined,
      'PUBLIC_BASE_URL is needed with real payment keys or TRANSFER_ENV=live: payers return to it.',
    ],
    [
      isLive && isUnsafe(env.PUBLIC_BASE_URL),
      'PUBLIC_BASE_URL must be https and not on this machine while payments are live: it is the address at which payers see the site, in front of any proxy.',
    ],
    [
      isStripeLive(env) && isUnsafe(env.STRIPE_API_BASE),
      'STRIPE_API_BASE must be https and not on this machine while STRIPE_SECRET_KEY is a live key.',
    ],
    [
      isPaypalLive(env) && isUnsafe(env.PAYPAL_API_BASE),
      'PAYPAL_API_BASE must be https and not on this machine while PAYPAL_ENV is live.',
    ],
    [
      env.PUBLIC_BASE_URL?.startsWith('https:') === true &&
        env.COUNTRY_SERVICE?.startsWith('https:') === false,
      'COUNTRY_SERVICE must be https where PUBLIC_BASE_URL is: from such a page, browsers call no other addresses.',
    ],
  ];
}

function storeConflicts(env: Env): Conflict[] {
  return [
    [
      (env.FILES_S3_ACCESS_KEY_ID === undefined) !== (env.FILES_S3_SECRET_ACCESS_KEY === undefined),
      'FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY belong together: set both or neither.',
    ],
    [
      env.FILES_S3_BUCKET === undefined &&
        (env.FILES_S3_ENDPOINT ?? env.FILES_S3_ACCESS_KEY_ID) !== undefined,
      'FILES_S3_BUCKET is needed with the other FILES_S3 settings: without it files would stay on this machine.',
    ],
    [
      (env.BACKUP_S3_ACCESS_KEY_ID === undefined) !==
        (env.BACKUP_S3_SECRET_ACCESS_KEY === undefined),
      'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY belong together: set both or neither.',
    ],
    [
      env.BACKUP_S3_BUCKET === undefined &&
        (env.BACKUP_S3_ENDPOINT ?? env.BACKUP_S3_ACCESS_KEY_ID) !== undefined,
      'BACKUP_S3_BUCKET is needed with the other BACKUP_S3 settings: without it backups would stay on this machine.',
    ],
    [
      env.BACKUP_S3_BUCKET !== undefined && env.BACKUP_RECIPIENTS.length === 0,
      'BACKUP_RECIPIENTS is needed with BACKUP_S3_BUCKET: a backup leaves this machine only encrypted.',
    ],
    [
      env.BACKUP_S3_BUCKET !== undefined &&
        env.BACKUP_S3_BUCKET === env.FILES_S3_BUCKET &&
        env.BACKUP_S3_ENDPOINT === env.FILES_S3_ENDPOINT,
      'BACKUP_S3_BUCKET must be another bucket than FILES_S3_BUCKET: its rule deletes old objects.',
    ],
  ];
}

function mailConflicts(env: Env): Conflict[] {
  return [
    [
      !hasOauth(env) && (env.SMTP_USER === undefined) !== (env.SMTP_PASSWORD === undefined),
      'SMTP_USER and SMTP_PASSWORD belong together: set both or neither.',
    ],
    [
      hasOauth(env) && (env.SMTP_USER === undefined || env.SMTP_PASSWORD !== undefined),
      'SMTP_OAUTH settings need SMTP_USER, the mailbox, and take the place of SMTP_PASSWORD: unset the password.',
    ],
    [
      hasOauth(env) &&
        (env.SMTP_OAUTH_CLIENT_ID === undefined || env.SMTP_OAUTH_CLIENT_SECRET === undefined),
      'SMTP_OAUTH_CLIENT_ID and SMTP_OAUTH_CLIENT_SECRET belong together: set both or no SMTP_OAUTH setting.',
    ],
    [
      hasOauth(env) &&
        (env.SMTP_OAUTH_TENANT === undefined) === (env.SMTP_OAUTH_TOKEN_URL === undefined),
      'SMTP_OAUTH_TENANT or SMTP_OAUTH_TOKEN_URL says where the token comes from: set one of them.',
    ],
    [
      env.SMTP_OAUTH_TOKEN_URL?.startsWith('http:') === true &&
        !isThisMachine(new URL(env.SMTP_OAUTH_TOKEN_URL).hostname),
      'SMTP_OAUTH_TOKEN_URL must be https: otherwise SMTP_OAUTH_CLIENT_SECRET can be read on the way.',
    ],
    [
      env.SMTP_HOST === undefined && (env.SMTP_USER ?? env.MAIL_FROM) !== undefined,
      'SMTP_HOST is needed with SMTP_USER and MAIL_FROM: without it mails stay on this machine.',
    ],
    [
      env.SMTP_HOST !== undefined && env.PUBLIC_BASE_URL === undefined,
      'PUBLIC_BASE_URL is needed with SMTP_HOST: mails link to it.',
    ],
    [
      env.BOUNCE_IMAP_URL !== undefined && env.BOUNCE_ADDRESS === undefined,
      'BOUNCE_ADDRESS is needed with BOUNCE_IMAP_URL: without it nobody knows which mail came back.',
    ],
    [
      env.BOUNCE_ADDRESS !== undefined && env.SMTP_HOST === undefined,
      'SMTP_HOST is needed with BOUNCE_ADDRESS: without it no mail is sent.',
    ],
    [
      env.SMTP_TLS === 'off' && env.SMTP_USER !== undefined && !isThisMachine(env.SMTP_HOST ?? ''),
      'SMTP_TLS=off would send the login of SMTP_USER readable for everybody on the way: use starttls or implicit.',
    ],
  ];
}

/** Whether a token takes the place of the password of the mailbox. */
function hasOauth(env: Env): boolean {
  return (
    (env.SMTP_OAUTH_TENANT ??
      env.SMTP_OAUTH_TOKEN_URL ??
      env.SMTP_OAUTH_CLIENT_ID ??
      env.SMTP_OAUTH_CLIENT_SECRET) !== undefined
  );
}

/** Whether the address leads to another machine and does not mention TLS: the driver would then use none. */
function isReadableOnTheWay(databaseUrl: string | undefined): boolean {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  // An address without a host name leads to a socket of this machine.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isThisMachine(host)) return false;
  const modes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];
  return !modes.includes(searchParams.get('sslmode') ?? '');
}

function isUnsafe(origin: string | undefined): boolean {
  if (origin === undefined) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol !== 'https:' || isThisMachine(hostname);
}

function isThisMachine(host: string): boolean {
  return (
    /^(?:localhost|127\.[\d.]+|\[?::1\]?|0\.0\.0\.0)$/.test(host) || host.endsWith('.localhost')
  );
}
