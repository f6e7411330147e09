import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { emailAddress } from '#contract/text.ts';
import { clamdTarget } from '#server/files/clamd.ts';

const setting = (pattern: RegExp, hint: string) => z.string().check(z.regex(pattern, hint));

const secrets = new WeakSet<object>();

/** Marks a setting as a secret: NAME_FILE may name a file with its value. */
function secret<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  secrets.add(schema);
  return schema;
}

const origin = z.pipe(
  z
    .string()
    .check(z.refine(isOrigin, 'must be an origin such as https://example.org, without a path')),
  z.transform((text) => new URL(text).origin),
);
const port = (fallback: string) =>
  z.pipe(
    z._default(setting(/^\d{1,5}$/, 'must be a port number from 0 to 65535'), fallback),
    z.pipe(
      z.transform(Number),
      z.number().check(z.maximum(65535, 'must be a port number from 0 to 65535')),
    ),
  );

/** The means that need only a redirect to Stripe's page. */
const STRIPE_METHODS = `
  card link sepa_debit customer_balance ideal bancontact eps p24 blik twint bizum mb_way multibanco satispay swish mobilepay pay_by_bank
  bacs_debit us_bank_account acss_debit au_becs_debit nz_bank_account payto cashapp klarna affirm afterpay_clearpay
  alma scalapay amazon_pay revolut_pay alipay wechat_pay paypay konbini kr_card kakao_pay naver_pay payco samsung_pay
  grabpay paynow promptpay fpx upi pix boleto oxxo zip`
  .trim()
  .split(/\s+/);

/** Public keys of age, separated by commas. */
export const recipients = z.pipe(
  z.transform((text: string) => text.split(',').flatMap((part) => part.trim() || [])),
  z
    .array(z.string())
    .check(
      z.refine(
        (keys) => keys.every((key) => /^age1[02-9a-z]{40,}$/.test(key)),
        'must be public keys of age, age1…, separated by commas',
      ),
    ),
);

/** Endpoints separated by semicolons or line breaks, the parts of each by blanks. */
const webhookEndpoints = z.pipe(
  z.transform((text: string) =>
    text.split(/[;\n]/).flatMap((line) => {
      const [name, url = '', ...keys] = line.split(/\s+/).filter(Boolean);
      return name === undefined ? [] : [{ name, url, secrets: keys }];
    }),
  ),
  z
    .array(z.object({ name: z.string(), url: z.string(), secrets: z.array(z.string()) }))
    .check(
      z.refine(
        (all) =>
          all.every(
            ({ url, secrets: keys }) =>
              isWebhookAddress(url) &&
              (keys.length === 1 || keys.length === 2) &&
              keys.every((key) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(key)),
          ),
        'must be NAME https://ADDRESS whsec_SECRET, with semicolons between several; a secret is the base64 of 24 to 64 random bytes',
      ),
    ),
);

const bucketName = z.optional(setting(/^[\w.-]{3,63}$/, 'must be the name of a bucket'));
const region = z._default(
  setting(/^[\w-]+$/, 'must be a region such as eu-central-1'),
  'us-east-1',
);
const accessKeyId = z.optional(setting(/^\S+$/, 'must be an access key id'));
const secretAccessKey = secret(z.optional(setting(/^\S+$/, 'must be a secret access key')));

const most = z.optional(setting(/^(?:[1-9]\d{0,8}|off)$/, 'must be a number above 0, or off'));

/** Parts separated by commas. */
const listOf = (usual: string, isRight: (parts: string[]) => boolean, hint: string) =>
  z.pipe(
    z._default(z.string(), usual),
    z.pipe(
      z.transform((text: string) => text.split(',').flatMap((part) => part.trim() || [])),
      z.array(z.string()).check(z.refine(isRight, hint)),
    ),
  );

/** All environment variables. docs/settings.md describes them for operators. */
export const Environment = z.object({
  /** Port of the site and its calls. */
  PORT: port('3000'),
  /** Address to listen on; 0.0.0.0 is for containers and for servers behind a proxy. */
  HOST: z._default(setting(/^[\w.:-]+$/, 'must be a host name or an address'), '127.0.0.1'),
  /** Port of the organiser's dashboard, on 127.0.0.1 only; 0 takes any free one. */
  DASHBOARD_PORT: port('0'),
  /** The address of the dashboard on the web, on another host than the site; absent: it is not on the web. */
  ORGANISER_ORIGIN: z.optional(origin),
  /** Port on which `dashboard --web` listens, behind the proxy. */
  ORGANISER_PORT: port('3901'),
  /** The house's own login by OpenID Connect: the address of its issuer. */
  ORGANISER_OIDC_ISSUER: z.optional(
    z
      .string()
      .check(z.refine(isWebAddress, 'must be an address such as https://login.university.example')),
  ),
  ORGANISER_OIDC_CLIENT_ID: z.optional(setting(/^\S+$/, 'must be the id of a client')),
  ORGANISER_OIDC_CLIENT_SECRET: secret(
    z.optional(setting(/^\S+$/, 'must be the secret of a client')),
  ),
  /** The groups of the house whose members get in, separated by commas; absent: every colleague. */
  ORGANISER_OIDC_GROUPS: listOf('', () => true, 'must be names of groups'),
  /** Folder of the embedded database, files, mails and the sandbox's memory. */
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'must be a folder')), './data'),
  /** The conference's folder; absent: content/ of the project. */
  CONTENT_DIR: z.optional(z.string()),
  /** Folder in which the pages are built; absent: build/ of the project. */
  SITE_DIR: z.optional(z.string()),
  /** postgres://… for PostgreSQL; absent: SQLite in DATA_DIR. */
  DATABASE_URL: secret(z.optional(setting(/^postgres(?:ql)?:\/\//, 'must begin with postgres://'))),
  /** The address visitors use; required once real keys are set. */
  PUBLIC_BASE_URL: z.optional(origin),
  /** Seconds in which a stopping server still answers, so that a balancer notices. Absent: 5 with a public address, otherwise 0. */
  DRAIN_SECONDS: z.optional(setting(/^\d{1,3}$/, 'must be a number of seconds')),
  /** off: no limits per address, and only the quotas that are set; for load tests on loopback. */
  RATE_LIMIT: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  /** The most unpaid payments that all visitors together may begin in an hour. Absent: 100, or any number with RATE_LIMIT=off. */
  PAYMENTS_PER_HOUR: most,
  /** The most of these payments from one network. Absent: 40, or any number with RATE_LIMIT=off. */
  PAYMENTS_PER_NETWORK: most,
  /** The most mails that are sent in an hour; the others wait. Absent: 500, or any number with RATE_LIMIT=off. */
  MAILS_PER_HOUR: most,
  /** The most abstracts that all visitors together may send in an hour. Absent: 200, or any number with RATE_LIMIT=off. */
  UPLOADS_PER_HOUR: most,
  /** The most megabytes of all abstracts of a day. Absent: 5000, or any number with RATE_LIMIT=off. */
  UPLOAD_MB_PER_DAY: most,
  /** Addresses and networks of the proxies in front, separated by commas; the headers of other proxies are ignored. */
  TRUSTED_PROXIES: listOf(
    '',
    (parts) => parts.every(isNetwork),
    'must be addresses or networks such as 127.0.0.1,10.0.0.0/8',
  ),
  /** The address from which the forms load the list of countries, in the format of /countries.json; absent: the site's own. */
  COUNTRY_SERVICE: z.optional(
    z
      .string()
      .check(
        z.refine(isWebAddress, 'must be an address such as https://countries.example/all.json'),
      ),
  ),
  /** The address to which concerns are posted as JSON, once each; absent: nowhere. */
  ALARM_URL: secret(
    z.optional(
      z
        .string()
        .check(z.refine(isWebAddress, 'must be an address such as https://alarms.example/hook')),
    ),
  ),
  /** The receivers of webhooks: each a name of conference.yaml, its address and one or two secrets. */
  WEBHOOK_ENDPOINTS: secret(z.pipe(z._default(z.string(), ''), webhookEndpoints)),
  /** The hosts on private networks to which webhooks may go, separated by commas. */
  WEBHOOK_PRIVATE_HOSTS: listOf('', () => true, 'must be names of hosts'),
  /** The token that a monitor sends as `Authorization: Bearer …` to read /metrics. */
  METRICS_TOKEN: secret(
    z.optional(setting(/^\S{16,200}$/, 'must be at least 16 characters without blanks')),
  ),
  STRIPE_SECRET_KEY: secret(
    z.optional(
      setting(/^(?:sk|rk)_(?:test|live)_\w+$/, 'must be a secret key, sk_test_… or sk_live_…'),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    z.optional(
      z.pipe(
        // A line break that was copied with the secret would make every signature wrong.
        z.pipe(
          z.string(),
          z.transform((text) => text.trim()),
        ),
        setting(/^whsec_\S+$/, 'must be a signing secret, whsec_…'),
      ),
    ),
  ),
  /** The means of payment that Stripe's page offers, by Stripe's names; each has to be switched on in Stripe's dashboard. */
  STRIPE_METHODS: listOf(
    'card',
    (names) => names.length > 0 && names.every((name) => STRIPE_METHODS.includes(name)),
    `must be one or several of ${STRIPE_METHODS.join(', ')}`,
  ),
  /** The country of the bank account to which payers transfer euros, if STRIPE_METHODS has customer_balance. */
  STRIPE_TRANSFER_COUNTRY: z._default(
    z.enum(['BE', 'DE', 'ES', 'FR', 'IE', 'NL'], 'must be BE, DE, ES, FR, IE or NL'),
    'DE',
  ),
  /** Another address for Stripe's API: a recording proxy or a test double. */
  STRIPE_API_BASE: z.optional(origin),
  PAYPAL_CLIENT_ID: z.optional(setting(/^\S+$/, 'must be a client id')),
  PAYPAL_CLIENT_SECRET: secret(z.optional(setting(/^\S+$/, 'must be a client secret'))),
  PAYPAL_WEBHOOK_ID: z.optional(setting(/^\S+$/, 'must be a webhook id')),
  PAYPAL_ENV: z._default(z.enum(['sandbox', 'live'], 'must be sandbox or live'), 'sandbox'),
  PAYPAL_API_BASE: z.optional(origin),
  /** live: bank transfers are real money also without the keys of a provider. */
  TRANSFER_ENV: z._default(z.enum(['sandbox', 'live'], 'must be sandbox or live'), 'sandbox'),
  /** Port of the pretend providers on 127.0.0.1; 0 takes any free one. */
  SANDBOX_PORT: port('0'),
  /** The address to which the pretend Stripe sends its webhooks; absent: to this server. */
  SANDBOX_STRIPE_WEBHOOK_URL: z.optional(
    setting(/^http:\/\//, 'must be an http address on this machine'),
  ),
  SANDBOX_PAYPAL_WEBHOOK_URL: z.optional(
    setting(/^http:\/\//, 'must be an http address on this machine'),
  ),
  /** The bucket for the files of abstracts; absent: a folder in DATA_DIR. */
  FILES_S3_BUCKET: bucketName,
  FILES_S3_REGION: region,
  /** Another address than Amazon's: MinIO, R2. */
  FILES_S3_ENDPOINT: z.optional(origin),
  /** Both absent: the AWS SDK looks for them, for example in the role of the machine. */
  FILES_S3_ACCESS_KEY_ID: accessKeyId,
  FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
  /** Public keys of age, separated by commas, for which backups are encrypted; absent: backups are not encrypted. */
  BACKUP_RECIPIENTS: z.pipe(z._default(z.string(), ''), recipients),
  /** The bucket into which each backup is put too; absent: none. */
  BACKUP_S3_BUCKET: bucketName,
  BACKUP_S3_REGION: region,
  BACKUP_S3_ENDPOINT: z.optional(origin),
  BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  /** Megabytes that uploads leave free on the disk of DATA_DIR. */
  FILES_RESERVE_MB: z.pipe(
    z._default(setting(/^\d{1,7}$/, 'must be a number of megabytes'), '100'),
    z.transform(Number),
  ),
  /** A clamd that scans the files of abstracts: host:port or the path of its socket; absent: no scan. */
  CLAMD: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => clamdTarget(text) !== undefined,
          'must be host:port or the path of a socket, such as /run/clamav/clamd.ctl',
        ),
      ),
  ),
  /** The mail server; absent: mails are written into DATA_DIR/mail and not sent. */
  SMTP_HOST: z.optional(setting(/^[\w.:-]+$/, 'must be a host name or an address')),
  SMTP_PORT: port('587'),
  /** Absent: `implicit` on port 465, else `starttls`; `off` only on this machine, or without a login. */
  SMTP_TLS: z.optional(
    z.enum(['starttls', 'implicit', 'off'], 'must be starttls, implicit or off'),
  ),
  SMTP_USER: z.optional(setting(/^\S+$/, 'must be the name of an account')),
  SMTP_PASSWORD: secret(z.optional(z.string())),
  /** The tenant at Microsoft, by id or domain, whose token server gives the login of SMTP_USER instead of a password. */
  SMTP_OAUTH_TENANT: z.optional(setting(/^[\w.-]+$/, 'must be the id or the domain of a tenant')),
  /** Another token server (OAuth 2, client credentials); instead of the tenant. */
  SMTP_OAUTH_TOKEN_URL: z.optional(
    z
      .string()
      .check(z.refine(isWebAddress, 'must be an address such as https://login.example/token')),
  ),
  SMTP_OAUTH_CLIENT_ID: z.optional(setting(/^\S+$/, 'must be the id of an application')),
  SMTP_OAUTH_CLIENT_SECRET: secret(
    z.optional(setting(/^\S+$/, 'must be the secret of an application')),
  ),
  /** The scope that the token server is asked for. */
  SMTP_OAUTH_SCOPE: z._default(
    setting(/^\S+(?: \S+)*$/, 'must be a scope'),
    'https://outlook.office365.com/.default',
  ),
  /** The sender of all mails; absent: the secretary of content/conference.yaml. */
  MAIL_FROM: z.optional(
    z
      .string()
      .check(z.refine((text) => emailAddress.safeParse(text).success, 'must be a mail address')),
  ),
  /** The address to which mails come back, with a * where the token of a mail is; absent: they come back to the sender. */
  BOUNCE_ADDRESS: z.optional(
    setting(
      /^[\w.+=-]{0,26}\*[\w.+=-]{0,10}@[\w-]+(?:\.[\w-]+)+$/,
      'must be an address with a * for the token, such as bounce+*@example.org or *@bounces.example.org',
    ),
  ),
  /** The mailbox that gets them: imaps://user:password@host/folder. Without a password the application of SMTP_OAUTH logs in. */
  BOUNCE_IMAP_URL: secret(
    z.optional(
      z
        .string()
        .check(
          z.refine(
            (text) => /^imaps?:\/\/[^@/]+@/.test(text) && URL.canParse(text),
            'must be imaps://USER:PASSWORD@HOST/FOLDER, with %40 for the @ of a user name',
          ),
        ),
    ),
  ),
  /** on: tests in another process can make the pretend providers misbehave. */
  SANDBOX_CONTROL: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
});
export type Env = z.output<typeof Environment>;

export const settingNames: readonly string[] = Object.keys(Environment.shape);

/** The settings that may be in a file of their own, as NAME_FILE. */
export const secretNames: readonly string[] = Object.entries(Environment.shape).flatMap(
  ([name, schema]) => (secrets.has(schema) ? [name] : []),
);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.pathname === '/' && url.search === '' && !url.hash;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Only a program on the same machine may be reached without TLS. */
function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** The network of all addresses is refused: every visitor would be a proxy, and could choose an address. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
