import { type PaymentProvider, ProviderUnavailable } from './payment-provider.ts';

type Known = Pick<PaymentProvider, 'name' | 'live'> & {
  /** The methods that not every provider has. */
  has: 'capture' | 'list';
};

/**
 * A provider that is loaded when it is first asked for something. The providers' packages are a third of all modules: a
 * start does not wait for them, and one that nobody pays with takes no memory.
 */
export function lateProvider(
  { name, live, has }: Known,
  load: () => Promise<PaymentProvider>,
): PaymentProvider {
  let loaded: Promise<PaymentProvider> | undefined;
  const provider = () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined;
      throw new ProviderUnavailable(`${name} could not be loaded`, { cause });
    });
    return loaded;
  };
  const absent = () => new Error(`${name} has no ${has}`);
  return {
    name,
    live,
    open: async (...request) => (await provider()).open(...request),
    close: async (...request) => (await provider()).close(...request),
    look: async (...request) => (await provider()).look(...request),
    refund: async (...request) => (await provider()).refund(...request),
    readNotice: async (...request) => (await provider()).readNotice(...request),
    ...(has === 'capture' && {
      async capture(...request) {
        const { capture } = await provider();
        if (!capture) throw absent();
        return capture(...request);
      },
    }),
    ...(has === 'list' && {
      async *list(since) {
        const { list } = await provider();
        if (!list) throw absent();
        yield* list(since);
      },
    }),
  };
}
