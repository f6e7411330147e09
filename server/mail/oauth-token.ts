import * as z from 'zod/mini';
import type { Clock } from '#server/identity.ts';
import { NotDelivered } from './mailer.ts';
import { certificateHint } from './delivery-troubles.ts';

/** An application at a token server that may log in to a mailbox (OAuth 2, client credentials). */
export type OauthSettings = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
};

export type OauthTokens = {
  /** The token of the moment. It is requested once for all mails that wait for it. */
  get: () => Promise<string>;
  /** True if a mail server's refusal of the token may be due to its age: `get` then requests another. */
  renew: (refused: string) => boolean;
};

/** A token is replaced this long before it expires, so that none expires on its way. */
const SPARE_MS = 120_000;
/** A younger token is not replaced when it is refused: another would be refused too. */
const YOUNG_MS = 60_000;

type Token = { text: string; madeAt: number; expiresAt: number };

/**
 * Requests tokens. Errors are NotDelivered, in words that name a setting, and never quote a secret or a token. `overtime`
 * makes the signal that the wait for an answer is over.
 */
export function oauthTokens(
  settings: OauthSettings,
  clock: Clock,
  overtime = () => AbortSignal.timeout(10_000),
): OauthTokens {
  let token: Token | undefined;
  let request: Promise<Token> | undefined;
  const now = () => clock().getTime();
  return {
    async get() {
      if (token && now() < token.expiresAt) return token.text;
      request ??= requestToken(settings, now(), overtime()).finally(() => (request = undefined));
      token = await request;
      return token.text;
    },
    renew(refused) {
      // Another mail may have replaced it meanwhile.
      if (token?.text !== refused) return true;
      if (now() < token.madeAt + YOUNG_MS) return false;
      token = undefined;
      return true;
    },
  };
}

const Answer = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  expires_in: z._default(z.coerce.number(), 0),
});

async function requestToken(
  { tokenUrl, clientId, clientSecret, scope }: OauthSettings,
  madeAt: number,
  signal: AbortSignal,
): Promise<Token> {
  const server = `the token server ${new URL(tokenUrl).host}`;
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope,
      }),
      // A redirect would take the secret to another address.
      redirect: 'error',
      signal,
    });
    status = response.status;
    body = await response.json().catch(() => undefined);
  } catch (error) {
    throw new NotDelivered(`EOAUTH ${reasonOf(error)}: ${server} does not answer${hintAt(error)}`);
  }
  const answer = Answer.safeParse(body);
  if (status === 200 && answer.success) {
    const { access_token: text, expires_in: seconds } = answer.data;
    return { text, madeAt, expiresAt: madeAt + seconds * 1000 - SPARE_MS };
  }
  throw new NotDelivered(`EOAUTH ${refusalWords(status, body, server)}`);
}

/** The codes of a refusal: https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
const HINTS: Readonly<Record<string, string>> = {
  AADSTS7000215:
    'SMTP_OAUTH_CLIENT_SECRET is not a secret of the application; it is the value of the secret and not its id',
  AADSTS7000222:
    'SMTP_OAUTH_CLIENT_SECRET has expired; make another secret for the application in Microsoft Entra',
  AADSTS700016:
    'the tenant has no application SMTP_OAUTH_CLIENT_ID; it is the Application (client) ID',
  AADSTS7000112: 'the application SMTP_OAUTH_CLIENT_ID is disabled in Microsoft Entra',
  AADSTS90002: 'there is no tenant SMTP_OAUTH_TENANT',
  AADSTS900023: 'there is no tenant SMTP_OAUTH_TENANT',
  AADSTS65001: 'an administrator has not consented to the permission SMTP.SendAsApp',
  AADSTS500011: 'the tenant has no resource SMTP_OAUTH_SCOPE, or no Exchange Online',
  AADSTS70011: 'SMTP_OAUTH_SCOPE is no scope of this token server',
  AADSTS1002012: 'SMTP_OAUTH_SCOPE has to end with /.default',
  AADSTS53003: 'a Conditional Access policy of the tenant blocks the application',
  invalid_client: 'SMTP_OAUTH_CLIENT_ID or SMTP_OAUTH_CLIENT_SECRET is wrong, or has expired',
  invalid_scope: 'SMTP_OAUTH_SCOPE is no scope of this token server',
  unauthorized_client: 'the application may not use client credentials',
};

const Refusal = z.object({
  error: z.string().check(z.regex(/^\w{1,40}$/)),
  error_description: z.optional(z.string()),
});

/** The description may quote anything, so only the code in it is used. */
function refusalWords(status: number, body: unknown, server: string): string {
  const { error, error_description: text = '' } = Refusal.safeParse(body).data ?? {};
  const code = /^AADSTS\d{1,10}(?=:)/.exec(text)?.[0];
  const hint = HINTS[code ?? ''] ?? HINTS[error ?? ''];
  const codes = [String(status), code ?? error].filter((part) => part !== undefined).join(' ');
  return `${codes}: ${server} gives no token${hint === undefined ? '' : `; ${hint}`}`;
}

const Cause = z.object({ cause: z.object({ code: z.string() }) });

/** ENOTFOUND, or the name of the error, such as TimeoutError. */
function reasonOf(error: unknown): string {
  return (
    Cause.safeParse(error).data?.cause.code ?? (error instanceof Error ? error.name : 'unknown')
  );
}

function hintAt(error: unknown): string {
  const hint = certificateHint(reasonOf(error));
  return hint === undefined ? '' : `; ${hint}`;
}
