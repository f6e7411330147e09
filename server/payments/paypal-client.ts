import { Client, type Configuration } from '@paypal/paypal-server-sdk';

const PAYPAL = /^https:\/\/api-m(?:\.sandbox)?\.paypal\.com(?=\/)/;

/**
 * The time limit of one call, from the first byte of the request to the last byte of the answer. The package itself has
 * no timeout.
 */
const MOST_MS = 5000;
const MOST_BYTES = 1024 * 1024;

/**
 * The official client with limits, also for the token call: no redirect, one MiB, five seconds. The package knows only
 * PayPal's own addresses, so its documented request hook replaces them by `base` (sandbox, recording proxy).
 */
export function paypalClient(
  configuration: Pick<Configuration, 'clientCredentialsAuthCredentials' | 'environment'>,
  base: string | undefined,
): Client {
  const addressOf = (url: string) => (base === undefined ? url : url.replace(PAYPAL, base));
  // super() calls this method before any field is set, so the method reads its settings from the closure.
  class BoundedClient extends Client {
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const make = super.getRequestBuilderFactory();
      return (...request) => {
        const builder = make(...request);
        builder.intercept((call, options, next) =>
          next(
            { ...call, url: addressOf(call.url) },
            { ...options, abortSignal: AbortSignal.timeout(MOST_MS) },
          ),
        );
        return builder;
      };
    }
  }
  return new BoundedClient({
    ...configuration,
    unstable_httpClientOptions: {
      maxRedirects: 0,
      maxContentLength: MOST_BYTES,
      // A proxy that the environment names is for the internet; calls to loopback must not use it.
      ...(base !== undefined && { proxy: false }),
    },
  });
}

/** Reads an address for which the package has no call, with the package's token. */
export function readFromPaypal(
  client: Client,
  path: string,
  query: Record<string, string | number> = {},
): Promise<{ body: unknown }> {
  const call = client.getRequestBuilderFactory()('GET', path);
  for (const [name, value] of Object.entries(query)) call.query(name, value);
  call.authenticate([{ oauth2: true }]);
  return call.callAsText();
}

/** Asks PayPal whether a webhook is genuine. The package has no call for that either. */
export function askPaypalToVerify(client: Client, question: string): Promise<{ body: unknown }> {
  const call = client.getRequestBuilderFactory()(
    'POST',
    '/v1/notifications/verify-webhook-signature',
  );
  call.text(question);
  call.contentType('application/json');
  call.authenticate([{ oauth2: true }]);
  return call.callAsText();
}
