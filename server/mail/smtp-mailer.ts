import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import { nodemailerMessage } from './nodemailer-message.ts';
import { type Mailer, NotDelivered } from './mailer.ts';

export type SmtpSettings = {
  host: string;
  port: number;
  /** `starttls` requires STARTTLS; `implicit` is TLS from the first byte, as on port 465. */
  tls: 'starttls' | 'implicit' | 'off';
  login: { user: string; password: string } | undefined;
};

/** In milliseconds. `send` limits the whole sending, for a server that answers byte by byte. */
type Timeouts = { connect: number; silence: number; send: number };
const TIMEOUTS: Timeouts = { connect: 10_000, silence: 20_000, send: 90_000 };

/**
 * Sends mails to a mail server, each over a new connection: mails are few, and a permanent connection could break. A mail
 * is delivered when the server has confirmed it after its last byte.
 */
export function smtpMailer(settings: SmtpSettings, timeouts = TIMEOUTS): Mailer {
  const { host, port, tls, login } = settings;
  const options = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
  };
  return {
    async send(mail) {
      const transport = createTransport(options);
      try {
        await transport.sendMail({
          ...nodemailerMessage(mail),
          signal: AbortSignal.timeout(timeouts.send),
        });
      } catch (error) {
        throw notDelivered(error);
      }
    },
  };
}

/** The fields of an error of nodemailer. */
const Refusal = z.object({
  code: z.optional(z.string()),
  /** The code of the operating system or of TLS, such as CERT_HAS_EXPIRED. */
  originalCode: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
  command: z.optional(z.string()),
  permanent: z.optional(z.boolean()),
});
type Refusal = z.output<typeof Refusal>;

function notDelivered(error: unknown): NotDelivered {
  const refusal = Refusal.safeParse(error).data ?? {};
  const status = statusOf(refusal);
  const { code, originalCode, responseCode, command } = refusal;
  const facts = [code, originalCode, responseCode, status, command].filter(
    (fact) => fact !== undefined,
  );
  const name = error instanceof Error ? error.name : 'unknown trouble';
  const hint = hintAt(refusal);
  const message = `${facts.length > 0 ? facts.join(' ') : name}${hint === undefined ? '' : `: ${hint}`}`;
  return new NotDelivered(message, { isFinal: isDeadAddress(refusal, status) });
}

/** The status of RFC 3463 after the response code: 5.1.1. */
function statusOf({ response }: Refusal): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
}

/** A status 5.7 is about the sender and not about the address: a relay may not know this machine yet. */
function isDeadAddress({ command, permanent = false }: Refusal, status = ''): boolean {
  return command === 'RCPT TO' && permanent && !status.startsWith('5.7.');
}

const UNKNOWN_AUTHORITY =
  'this machine does not trust the authority of its certificate; set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority';
const HINTS: Partial<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name than SMTP_HOST',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'it does not begin with TLS on this port; SMTP_TLS=starttls is usual on port 587',
};

function hintAt({ code, originalCode, command }: Refusal): string | undefined {
  if (code === 'ETLS' && command === 'STARTTLS') {
    return 'it offers no STARTTLS on this port; SMTP_TLS=implicit is usual on port 465, and SMTP_TLS=off is for a server on this machine';
  }
  return HINTS[originalCode ?? ''];
}
