import { Client, type Configuration } from '@paypal/paypal-server-sdk';

const PAYPAL = /^https:\/\/api-m(?:\.sandbox)?\.paypal\.com(?=\/)/;

/**
 * The official client. The package knows only PayPal's own addresses, so for another one (sandbox, recording proxy) its
 * documented request hook rewrites them, of the token call too.
 */
export function paypalClient(
  configuration: Partial<Configuration>,
  base: string | undefined,
): Client {
  if (base === undefined) return new Client(configuration);
  const origin: string = base;
  // The factory is asked for inside super(): the origin must be in the closure, a field would not be set yet.
  class RedirectedClient extends Client {
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const make = super.getRequestBuilderFactory();
      return (...request) => {
        const builder = make(...request);
        builder.interceptRequest((call) => ({ ...call, url: call.url.replace(PAYPAL, origin) }));
        return builder;
      };
    }
  }
  // A proxy of the environment is for the way out; loopback must not go through it.
  return new RedirectedClient({ ...configuration, unstable_httpClientOptions: { proxy: false } });
}
