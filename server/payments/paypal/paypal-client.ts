import * as z from 'zod/mini';
import { paypalProblem, readPaypalJson } from './paypal-responses.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';

/** The time limit of one call, from the first byte of the request to the last byte of the answer. */
const MOST_MS = 5000;
const MOST_BYTES = 1024 * 1024;

export type PaypalClient = {
  get: (path: string, query?: Record<string, string>) => Promise<string>;
  /** A call that creates something has an idempotency key, and its answer is the whole object. */
  post: (path: string, body: string | undefined, idempotencyKey?: string) => Promise<string>;
};

type ClientSettings = {
  clientId: string;
  clientSecret: string;
  live: boolean;
  /** Another origin for the API; absent: PayPal's own. */
  apiBase: string | undefined;
};

/**
 * Calls PayPal's REST API with limits: no redirect, one MiB, five seconds. One token serves all calls until PayPal no
 * longer knows it; then the call gets another token and one more try.
 */
export function paypalClient({ live, apiBase, ...secrets }: ClientSettings): PaypalClient {
  const base = apiBase ?? `https://api-m.${live ? '' : 'sandbox.'}paypal.com`;
  let token: Promise<string> | undefined;

  function currentToken(): Promise<string> {
    const asked = (token ??= requestToken(base, secrets));
    asked.catch(() => forget(asked));
    return asked;
  }

  function forget(old: Promise<string>): void {
    if (token === old) token = undefined;
  }

  async function call(path: string, request: RequestInit = {}): Promise<string> {
    for (let isSecondTry = false; ; isSecondTry = true) {
      const used = currentToken();
      const headers = { ...request.headers, authorization: `Bearer ${await used}` };
      const { status, text } = await send(`${base}${path}`, { ...request, headers });
      if (status >= 200 && status < 300) return text;
      if (status === 401) forget(used);
      if (status !== 401 || isSecondTry) throw paypalProblem(status, text);
    }
  }

  return {
    get: (path, query) =>
      call(query === undefined ? path : `${path}?${new URLSearchParams(query)}`),
    post: (path, body, idempotencyKey) =>
      call(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(idempotencyKey !== undefined && {
            'paypal-request-id': idempotencyKey,
            prefer: 'return=representation',
          }),
        },
        ...(body !== undefined && { body }),
      }),
  };
}

const Token = z.object({ access_token: z.string() });

async function requestToken(
  base: string,
  { clientId, clientSecret }: Pick<ClientSettings, 'clientId' | 'clientSecret'>,
): Promise<string> {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const { status, text } = await send(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const answer = Token.safeParse(readPaypalJson(text)).data;
  // PayPal refused our id and secret, not the request that needs the token.
  if (status !== 200 || !answer)
    throw new ProviderUnavailable(`PayPal gave no token: ${status}`, status);
  return answer.access_token;
}

async function send(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(MOST_MS);
    const response = await fetch(url, { ...request, redirect: 'manual', signal });
    return { status: response.status, text: await limitedText(response) };
  } catch (error) {
    throw new ProviderUnavailable(`PayPal gave no answer: ${kindOf(error)}`);
  }
}

async function limitedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new RangeError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const Coded = z.object({ cause: z.object({ code: z.string() }) });

/** The code of the connection's error, such as UND_ERR_SOCKET, or else the name of the error, such as TimeoutError. */
function kindOf(error: unknown): string {
  const code = Coded.safeParse(error).data?.cause.code;
  return code ?? (error instanceof Error ? error.name : 'unknown');
}
