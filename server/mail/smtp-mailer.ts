import { createTransport } from 'nodemailer';
import { compose } from './compose.ts';
import { type Mailer, NotDelivered } from './mailer.ts';

export type SmtpSettings = {
  host: string;
  port: number;
  /** `starttls` asks for it and goes no further without; `implicit` is TLS from the first byte, as on port 465. */
  tls: 'starttls' | 'implicit' | 'off';
  login: { user: string; password: string } | undefined;
};

/** In milliseconds. `send` bounds all of it, so that a server which answers in drops holds nobody up. */
type Timeouts = { connect: number; silence: number; send: number };
const TIMEOUTS: Timeouts = { connect: 10_000, silence: 20_000, send: 90_000 };

/**
 * Hands mails to a mail server, each over a connection of its own: they are few, and a connection that is kept open is
 * one more thing that breaks. A mail is delivered once the server has said so after its last byte.
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
        await transport.sendMail({ ...compose(mail), signal: AbortSignal.timeout(timeouts.send) });
      } catch (error) {
        throw new NotDelivered(reasonOf(error));
      }
    },
  };
}

/** "EENVELOPE 550 RCPT TO": the kind of trouble, the server's number and what it answered with it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown trouble';
  const facts = ['code', 'responseCode', 'command'].map((fact): unknown =>
    Reflect.get(error, fact),
  );
  const known = facts.filter((fact) => typeof fact === 'string' || typeof fact === 'number');
  return known.length > 0 ? known.join(' ') : error.name;
}
