import { createTransport, type Transporter } from 'nodemailer';
import type { Clock } from '#server/identity.ts';
import { isRefusedToken, notDelivered } from './delivery-troubles.ts';
import type { Mailer } from './mailer.ts';
import { nodemailerMessage } from './nodemailer-message.ts';
import { type OauthSettings, oauthTokens } from './oauth-token.ts';

export type SmtpSettings = {
  host: string;
  port: number;
  /** `starttls` requires STARTTLS; `implicit` is TLS from the first byte, as on port 465. */
  tls: 'starttls' | 'implicit' | 'off';
  login: { user: string; password: string } | { user: string; oauth: OauthSettings } | undefined;
};

/** In milliseconds. `send` limits the whole sending, for a server that answers byte by byte. */
type Timeouts = { connect: number; silence: number; send: number };
const TIMEOUTS: Timeouts = { connect: 10_000, silence: 20_000, send: 90_000 };

type Auth = { user: string; pass: string } | { type: 'OAuth2'; user: string; accessToken: string };

/** A new connection with TLS and a login costs eleven journeys, a mail over an open one four. */
const CONNECTIONS = 3;
/** Less than a mail server waits, so that it does not hang up while the next mail begins. */
const IDLE_MS = 5000;

/**
 * Sends mails to a mail server over a few connections, which close after the last mail. A mail is delivered when the
 * server has confirmed it after its last byte. The outbox repeats the others, not the connections.
 */
export function smtpMailer(settings: SmtpSettings, clock: Clock, timeouts = TIMEOUTS): Mailer {
  const { host, port, tls, login } = settings;
  const options = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.silence,
    pool: true as const,
    maxConnections: CONNECTIONS,
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
  };
  let pool: { of: string; transport: Transporter } | undefined;
  const transportFor = (auth: Auth | undefined): Transporter => {
    const of = JSON.stringify(auth ?? null);
    if (pool?.of !== of) {
      // Connections with an older token end after their mails.
      pool?.transport.close();
      pool = { of, transport: createTransport({ ...options, ...(auth && { auth }) }) };
    }
    return pool.transport;
  };
  const logIn = loginOf(login, clock);
  return {
    atOnce: CONNECTIONS,
    async send(mail) {
      const signal = AbortSignal.timeout(timeouts.send);
      try {
        await logIn(async (auth) => {
          await transportFor(auth).sendMail({ ...nodemailerMessage(mail), signal });
        });
      } catch (error) {
        throw notDelivered(error);
      }
    },
  };
}

/** Gives each sending the login. If the mail server refuses a token that may be too old, it sends again with another. */
function loginOf(login: SmtpSettings['login'], clock: Clock) {
  type Sending = (auth: Auth | undefined) => Promise<void>;
  if (!login) return (send: Sending) => send(undefined);
  const { user } = login;
  if ('password' in login) return (send: Sending) => send({ user, pass: login.password });
  const tokens = oauthTokens(login.oauth, clock);
  return async (send: Sending) => {
    const accessToken = await tokens.get();
    try {
      return await send({ type: 'OAuth2', user, accessToken });
    } catch (error) {
      if (!isRefusedToken(error) || !tokens.renew(accessToken)) throw error;
    }
    return send({ type: 'OAuth2', user, accessToken: await tokens.get() });
  };
}
