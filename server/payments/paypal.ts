import { paypalLocale } from './provider-locale.ts';
import {
  CheckoutPaymentIntent,
  Environment,
  OrdersController,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type OrderRequest,
  ResponseValidationError,
} from '@paypal/paypal-server-sdk';
import { currencyOf } from '#contract/currency.ts';
import { decimalFromCents } from '#contract/money.ts';
import { paypalBalance } from './paypal-balance.ts';
import { askPaypalToVerify, paypalClient, readFromPaypal } from './paypal-client.ts';
import {
  approvalAddress,
  isOldToken,
  type PaypalOrder,
  paypalProblem,
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
} from './provider.ts';

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

/**
 * Payments through PayPal's Orders v2 API and its official package: the payer approves on PayPal's page, then we
 * capture.
 */
export function paypalProvider(settings: PaypalSettings): PaymentProvider {
  const connect = () =>
    paypalClient(
      {
        clientCredentialsAuthCredentials: {
          oAuthClientId: settings.clientId,
          oAuthClientSecret: settings.clientSecret,
        },
        environment: settings.live ? Environment.Production : Environment.Sandbox,
      },
      settings.apiBase,
    );
  let client = connect();

  /** Returns the text of an answer. The package's model may refuse an answer although the money moved, so only the text counts. */
  async function textOf(request: () => Promise<{ body: unknown }>): Promise<string> {
    for (let isSecondTry = false; ; isSecondTry = true) {
      try {
        return String((await request()).body);
      } catch (error) {
        if (error instanceof ResponseValidationError && error.statusCode < 300) {
          return String(error.body);
        }
        // PayPal no longer knows this token, and the package does not fetch another token by itself.
        if (isOldToken(error) && !isSecondTry) {
          client = connect();
          continue;
        }
        const problem = paypalProblem(error);
        // A client never repeats a failed token call, so the next call gets a new client.
        if (problem instanceof ProviderUnavailable) client = connect();
        throw problem;
      }
    }
  }

  async function readOrder(ref: string): Promise<PaypalOrder> {
    const text = await textOf(() => new OrdersController(client).getOrder({ id: ref }));
    const order = readPaypalOrder(text);
    if (!order) throw new ProviderUnavailable('PayPal gave an answer that is no order');
    return order;
  }

  async function readDispute(ref: string): Promise<ProviderDispute | undefined> {
    try {
      const path = `/v1/customer/disputes/${encodeURIComponent(ref)}`;
      const dispute = readPaypalDispute(await textOf(() => readFromPaypal(client, path)));
      if (!dispute) throw new ProviderUnavailable('PayPal gave an answer that is no dispute');
      return dispute;
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 404) return undefined;
      throw error;
    }
  }

  async function getStatus(ref: string): Promise<ProviderStatus> {
    try {
      return statusIn(await readOrder(ref), settings.live);
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 404) return GONE;
      throw error;
    }
  }

  return {
    name: 'paypal',
    live: settings.live,
    account: settings.clientId,
    getStatus,
    balance: paypalBalance((request) => textOf(() => request(client))),

    async open(request, idempotencyKey) {
      const text = await textOf(() =>
        new OrdersController(client).createOrder({
          body: orderRequest(request),
          paypalRequestId: idempotencyKey,
          prefer: 'return=representation',
        }),
      );
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
        await textOf(() =>
          new OrdersController(client).captureOrder({
            id: ref,
            paypalRequestId: idempotencyKey,
            prefer: 'return=representation',
          }),
        );
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

    async refund(paymentRef, { id, amountCents, currency, idempotencyKey }) {
      const refund = {
        captureId: paymentRef,
        paypalRequestId: idempotencyKey,
        prefer: 'return=representation',
        body: {
          amount: { currencyCode: currency.code, value: decimalFromCents(amountCents, currency) },
          // PayPal accepts each invoice id once per merchant account.
          invoiceId: id,
        },
      };
      try {
        const text = await textOf(() =>
          new PaymentsController(client).refundCapturedPayment(refund),
        );
        const ref = readPaypalRefundId(text);
        if (ref !== undefined) return { ref };
      } catch (error) {
        const isThere = error instanceof ProviderRefused && error.code === 'DUPLICATE_INVOICE_ID';
        if (!isThere) throw error;
      }
      // PayPal has the refund already, or its answer is no refund: the next try reads PayPal's list of refunds.
      throw new ProviderUnavailable('PayPal did not name the refund');
    },

    async listRefunds(ref) {
      const order = await readOrder(ref);
      return refundsIn(order);
    },

    getDispute: readDispute,

    async *listDisputes(since) {
      // PayPal has no page after the fiftieth.
      for (let page = 1; page <= 50; page += 1) {
        const query = { update_time_after: since.toISOString(), page_size: 50, page };
        const text = await textOf(() => readFromPaypal(client, '/v1/customer/disputes', query));
        const list = readPaypalDisputes(text);
        if (!list) throw new ProviderUnavailable('PayPal gave an answer that lists no disputes');
        for (const ref of list.refs) {
          const dispute = await readDispute(ref);
          if (dispute) yield dispute;
        }
        if (!list.hasMore) return;
      }
    },

    parseWebhook: paypalWebhooks(settings, (question) =>
      textOf(() => askPaypalToVerify(client, question)),
    ),
  };
}

/** Whether a payer may be sent to this address: one of PayPal's own pages, or of the sandbox. */
function isCheckoutAddress(url: URL, request: CheckoutRequest, sandboxPath: string | undefined) {
  return (
    /^https:\/\/www(?:\.sandbox)?\.paypal\.com$/.test(url.origin) ||
    isSandboxAddress(url, request, sandboxPath)
  );
}

function orderRequest(request: CheckoutRequest): OrderRequest {
  const locale = request.language === undefined ? undefined : paypalLocale(request.language);
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        customId: request.orderId,
        // PayPal accepts each invoice id once per merchant account.
        invoiceId: request.invoice,
        description: [...`${request.productName}; ${request.description}`].slice(0, 127).join(''),
        amount: {
          currencyCode: request.currency,
          value: decimalFromCents(request.amountCents, currencyOf(request.currency)),
        },
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          returnUrl: request.successUrl,
          cancelUrl: request.cancelUrl,
          ...(locale !== undefined && { locale }),
          userAction: PaypalExperienceUserAction.PayNow,
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
        },
      },
    },
  };
}

/** PayPal forgets an order that nobody approved within three hours. */
const GONE = bareStatus('expired');
