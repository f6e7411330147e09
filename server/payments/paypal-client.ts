import { Client, type Configuration } from '@paypal/paypal-server-sdk';

const PAYPAL = /^https:\/\/api-m(?:\.sandbox)?\.paypal\.com(?=\/)/;

/** For one call, from the first byte of the request to the last of the answer. The package would wait for ever. */
const MOST_MS = 5000;
const MOST_BYTES = 1024 * 1024;

/**
 * The official client, with bounds to what PayPal may do: no redirect, one MiB, five seconds. The package knows only
 * PayPal's own addresses, so for another one (sandbox, recording proxy) its documented request hook rewrites them. All of
 * it is true of the call for a token too.
 */
export function paypalClient(
  configuration: Pick<Configuration, 'clientCredentialsAuthCredentials' | 'environment'>,
  base: string | undefined,
): Client {
  const addressOf = (url: string) => (base === undefined ? url : url.replace(PAYPAL, base));
  // The factory is asked for inside super(): what it needs must be in the closure, a field would not be set yet.
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
      // A proxy of the environment is for the way out; loopback must not go through it.
      ...(base !== undefined && { proxy: false }),
    },
  });
}

/** Asks whether a webhook is genuine. The package has no call for it, and sends what it is given under its token. */
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
