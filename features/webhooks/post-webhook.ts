import { createHmac } from 'node:crypto';
import type { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Endpoint } from './endpoints.ts';
import { publicLookup } from './private-addresses.ts';

/** The endpoint did not accept a message. The words never have its address, which may contain a secret. */
export class NotAccepted extends Error {
  /** True if the endpoint says that it is gone for good. */
  readonly isGone: boolean;

  constructor(message: string, { isGone = false } = {}) {
    super(message);
    this.isGone = isGone;
  }
}

type Signed = { id: string; body: string; now: Date };

/** The headers of Standard Webhooks: a signature for each secret, so that an old and a new one are valid together. */
function signedHeaders(secrets: readonly string[], { id, body, now }: Signed) {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}

/** The endpoint has this long to answer, from the lookup of its name on. */
const ANSWER_MS = 10_000;

/**
 * Posts a message, and resolves when the endpoint has accepted it. It follows no redirect and reads nothing of the answer
 * but its status. The connection is a new one that no proxy of the environment gets, because nobody could check where a
 * proxy connects to.
 */
export function postWebhook(
  { url, secrets, mayBePrivate }: Pick<Endpoint, 'url' | 'secrets' | 'mayBePrivate'>,
  signed: Signed,
  { answerMs = ANSWER_MS, look }: { answerMs?: number; look?: typeof lookup } = {},
): Promise<void> {
  const { body } = signed;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(answerMs),
        ...(!mayBePrivate && { lookup: publicLookup(look) }),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Plenary',
          ...signedHeaders(secrets, signed),
        },
      },
      (response) => {
        const { statusCode: status = 0 } = response;
        response.destroy();
        if (status >= 200 && status < 300) resolve();
        else reject(new NotAccepted(`it answered ${status}`, { isGone: status === 410 }));
      },
    );
    request.on('error', (error) => reject(new NotAccepted(wordsOf(error))));
    request.end(body);
  });
}

function wordsOf(error: Error & { code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return 'it did not answer in time';
  // An error of the network names the address.
  return error.code === undefined ? error.message : `it cannot be reached (${error.code})`;
}
