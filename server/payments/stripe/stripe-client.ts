import { Readable } from 'node:stream';
import Stripe from 'stripe';

export type StripeClientSettings = {
  secretKey: string;
  /** Another origin for the API; absent: Stripe's own. */
  apiBase: string | undefined;
  /** The number of times that the package repeats a call, half a second apart; 1 by default. */
  retries?: number;
};

/** The official client. It follows no redirect; this file limits the time and the size of an answer. */
export function stripeClient({ secretKey, apiBase, retries = 1 }: StripeClientSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    // A call with one retry takes at most 11 s, so the visitor still waits. The package's default is 80 s.
    timeout: 5000,
    maxNetworkRetries: retries,
    telemetry: false,
    httpClient: boundedHttp(),
    ...addressOf(apiBase),
  });
}

const MOST_BYTES = 1024 * 1024;
/** The time limit of the whole body of an answer. The package's own timeout restarts with every byte. */
const MOST_BODY_MS = 5000;

function boundedHttp(): Stripe.HttpClient {
  const http = Stripe.createNodeHttpClient();
  return {
    getClientName: () => http.getClientName(),
    makeRequest: async (...request) => bounded(await http.makeRequest(...request)),
  };
}

function bounded(answer: Stripe.HttpClientResponse): Stripe.HttpClientResponse {
  return {
    getStatusCode: () => answer.getStatusCode(),
    getHeaders: () => answer.getHeaders(),
    getRawResponse: () => answer.getRawResponse(),
    toStream: (whenDone) => answer.toStream(whenDone),
    toJSON() {
      cutOff(answer.getRawResponse());
      return answer.toJSON();
    },
  };
}

/** Destroys a body that is too slow or too large. The package reports that as a broken connection: an unclear answer. */
function cutOff(body: unknown): void {
  if (!(body instanceof Readable)) throw new TypeError('Stripe’s package gave no stream to read');
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(new Error('the answer took too long')), MOST_BODY_MS);
  body.once('close', () => clearTimeout(timer));
  body.on('data', (chunk: string | Buffer) => {
    bytes += Buffer.byteLength(chunk);
    if (bytes > MOST_BYTES) body.destroy(new Error('the answer is too large'));
  });
}

function addressOf(base: string | undefined) {
  if (base === undefined) return {};
  const { hostname, port, protocol } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  } as const;
}
