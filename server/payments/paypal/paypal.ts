import { paypalLocale } from '#server/payments/provider-locale.ts';
import { currencyOf } from '#contract/currency.ts';
import { decimalFromCents } from '#contract/money.ts';
import { paypalBalance } from './paypal-balance.ts';
import { paypalClient } from './paypal-client.ts';
import {
  approvalAddress,
  type PaypalOrder,
  readPaypalDispute,
  readPaypalDisputes,
  readPaypalOrder,
  readPaypalRefundId,
  refundsIn,
  statusIn,
} from './paypal-responses.ts';
import { paypalWebhooks } from './paypal-webhooks.ts';
import {
  bareStatus,
  type CheckoutRequest,
  isSandboxAddress,
  type PaymentProvider,
  type ProviderDispute,
  ProviderRefused,
  type ProviderStatus,
  ProviderUnavailable,
} from '#server/payments/provider.ts';

export type PaypalSettings = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  live: boolean;
  /** Another origin for the API; absent: PayPal's own. */
  apiBase: string | undefined;
  /** The path of the pretend provider's pages on this site, such as /sandbox/stripe/; undefined with the real provider. */
  sandboxPath: string | undefined;
};

/** Payments through PayPal's Orders v2 API: the payer approves on PayPal's page, then we capture. */
export function paypalProvider(settings: PaypalSettings): PaymentProvider {
  const client = paypalClient(settings);
  return {
    name: 'paypal',
    live: settings.live,
    account: settings.clientId,
    balance: paypalBalance(client),
    ...checkouts(client, settings),
    ...refunds(client),
    ...disputes(client),
    parseWebhook: paypalWebhooks(settings, (question) =>
      client.post('/v1/notifications/verify-webhook-signature', question),
    ),
  };
}

type Client = ReturnType<typeof paypalClient>;
type Calls<Name extends keyof PaymentProvider> = Pick<PaymentProvider, Name>;

function checkouts(
  client: Client,
  settings: PaypalSettings,
): Calls<'open' | 'close' | 'getStatus' | 'capture'> {
  async function getStatus(ref: string): Promise<ProviderStatus> {
    const order = await unlessMissing(() => readOrder(client, ref));
    // PayPal forgets an order that nobody approved within three hours.
    return order ? statusIn(order, settings.live) : bareStatus('expired');
  }

  return {
    getStatus,

    async open(request, idempotencyKey) {
      const body = JSON.stringify(orderRequest(request));
      const text = await client.post('/v2/checkout/orders', body, idempotencyKey);
      const order = readPaypalOrder(text);
      const url = URL.parse((order && approvalAddress(order)) ?? '');
      if (!order || !url || !isCheckoutAddress(url, request, settings.sandboxPath)) {
        throw new ProviderUnavailable('PayPal gave no usable address for the payer');
      }
      return { ref: order.id, url: url.href };
    },

    // PayPal cannot cancel an order: the order lapses, and without our capture no money moves.
    close: async (ref) => {
      const { state } = await getStatus(ref);
      return state === 'open' || state === 'approved';
    },

    async capture(ref, request, idempotencyKey) {
      try {
        await client.post(`${orderPath(ref)}/capture`, undefined, idempotencyKey);
        return { kind: 'done' };
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error;
        if (error.code === 'ORDER_ALREADY_CAPTURED') return { kind: 'done' };
        if (error.code === 'ORDER_NOT_APPROVED') return { kind: 'again', url: undefined };
        if (error.code === 'INSTRUMENT_DECLINED' || error.code === 'PAYER_ACTION_REQUIRED') {
          const url = URL.parse(error.redirect ?? '');
          const isUsable = url !== null && isCheckoutAddress(url, request, settings.sandboxPath);
          return { kind: 'again', url: isUsable ? url.href : undefined };
        }
        return { kind: 'refused', code: error.code };
      }
    },
  };
}

function refunds(client: Client): Calls<'refund' | 'listRefunds'> {
  return {
    async refund(paymentRef, { id, amountCents, currency, idempotencyKey }) {
      const path = `/v2/payments/captures/${encodeURIComponent(paymentRef)}/refund`;
      const body = JSON.stringify({
        amount: { currency_code: currency.code, value: decimalFromCents(amountCents, currency) },
        // PayPal accepts each invoice id once per merchant account.
        invoice_id: id,
      });
      try {
        const text = await client.post(path, body, idempotencyKey);
        const ref = readPaypalRefundId(text);
        if (ref !== undefined) return { ref };
      } catch (error) {
        const isThere = error instanceof ProviderRefused && error.code === 'DUPLICATE_INVOICE_ID';
        if (!isThere) throw error;
      }
      // PayPal has the refund already, or its answer is no refund: the next try reads PayPal's list of refunds.
      throw new ProviderUnavailable('PayPal did not name the refund');
    },

    listRefunds: async (ref) => refundsIn(await readOrder(client, ref)),
  };
}

/** More disputes than any shop of ours has, should a list never end. */
const MOST_PAGES = 50;

function disputes(client: Client): Calls<'getDispute' | 'listDisputes'> {
  const getDispute = (ref: string): Promise<ProviderDispute | undefined> =>
    unlessMissing(async () => {
      const path = `/v1/customer/disputes/${encodeURIComponent(ref)}`;
      const dispute = readPaypalDispute(await client.get(path));
      if (!dispute) throw new ProviderUnavailable('PayPal gave an answer that is no dispute');
      return dispute;
    });

  return {
    getDispute,

    async *listDisputes(since) {
      let query: Record<string, string> | undefined = {
        update_time_after: since.toISOString(),
        page_size: '50',
      };
      for (let pages = 0; query && pages < MOST_PAGES; pages += 1) {
        const list = readPaypalDisputes(await client.get('/v1/customer/disputes', query));
        if (!list) throw new ProviderUnavailable('PayPal gave an answer that lists no disputes');
        for (const ref of list.refs) {
          const dispute = await getDispute(ref);
          if (dispute) yield dispute;
        }
        query = list.next;
      }
    },
  };
}

function orderPath(ref: string): string {
  return `/v2/checkout/orders/${encodeURIComponent(ref)}`;
}

async function readOrder(client: Client, ref: string): Promise<PaypalOrder> {
  const order = readPaypalOrder(await client.get(orderPath(ref)));
  if (!order) throw new ProviderUnavailable('PayPal gave an answer that is no order');
  return order;
}

/** An answer of PayPal; undefined if it does not have what it was asked for. */
async function unlessMissing<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefused && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether a payer may be sent to this address: one of PayPal's own pages, or of the sandbox. */
function isCheckoutAddress(url: URL, request: CheckoutRequest, sandboxPath: string | undefined) {
  return (
    /^https:\/\/www(?:\.sandbox)?\.paypal\.com$/.test(url.origin) ||
    isSandboxAddress(url, request, sandboxPath)
  );
}

/** https://developer.paypal.com/docs/api/orders/v2/#orders_create */
function orderRequest(request: CheckoutRequest) {
  const locale = request.language === undefined ? undefined : paypalLocale(request.language);
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: request.orderId,
        // PayPal accepts each invoice id once per merchant account.
        invoice_id: request.invoice,
        description: [...`${request.productName}; ${request.description}`].slice(0, 127).join(''),
        amount: {
          currency_code: request.currency,
          value: decimalFromCents(request.amountCents, currencyOf(request.currency)),
        },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: request.successUrl,
          cancel_url: request.cancelUrl,
          locale,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
        },
      },
    },
  };
}
