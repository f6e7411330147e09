import {
  CheckoutPaymentIntent,
  Client,
  type Configuration,
  Environment,
  type Order,
  type OrderRequest,
  OrdersController,
  PaymentsController,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk';
import type { SandboxOptions } from '../sandbox.ts';
import { startTestHost, submit, type TestHost } from './test-host.ts';
import { receiveWebhooks, type WebhookReceiver } from './webhook-receiver.ts';

export const CREDENTIALS = { clientId: 'client-1', clientSecret: 'secret-1', webhookId: 'WH1' };

/** The parts of a webhook that these tests check. */
export type PayPalEvent = {
  id: string;
  event_type: string;
  resource: Record<string, unknown>;
};

type TestShop = TestHost & {
  orders: OrdersController;
  payments: PaymentsController;
  webhooks: WebhookReceiver<PayPalEvent> & { types(): string[] };
  /** Calls the API without the SDK, with a token of its own. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  token(): Promise<string>;
  create(changes?: UnitChanges, requestId?: string): Promise<Order & { id: string; page: string }>;
  /** An order that the buyer has approved with one of the buttons. */
  approved(choice?: Choice, changes?: UnitChanges): Promise<{ id: string; page: string }>;
  /** The status of the capture's answer, and the order. */
  capture(id: string, requestId?: string): Promise<{ statusCode: number; order: Order }>;
};

type UnitChanges = Partial<OrderRequest['purchaseUnits'][number]>;
export type Choice = 'pays' | 'is-declined' | 'stays-pending' | 'cancel';
export type Answer = { status: number; headers: Headers; text: string; json: unknown };

/** A shop on the sandbox: the real SDK, a host for the pages and a server that receives webhooks. */
export async function startTestShop(options: Partial<SandboxOptions> = {}): Promise<TestShop> {
  const webhooks = await receiveWebhooks('/api/webhooks/paypal', (body): PayPalEvent =>
    JSON.parse(body),
  );
  const host = await startTestHost(
    {
      stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', webhookUrl: () => undefined },
      paypal: { ...CREDENTIALS, webhookUrl: () => webhooks.url },
      ...options,
    },
    () => webhooks.close(),
  );
  const { origin, sandbox } = host;
  const client = paypalClient(sandbox.paypalApiBase);
  const orders = new OrdersController(client);
  const prefer = 'return=representation';

  const token = async () => {
    const { accessToken } = await client.clientCredentialsAuthManager.fetchToken();
    return accessToken;
  };
  const create: TestShop['create'] = async (
    changes = {},
    paypalRequestId = crypto.randomUUID(),
  ) => {
    const body = orderRequest(origin, changes);
    const { result } = await orders.createOrder({ body, paypalRequestId, prefer });
    const page = result.links?.find(({ rel }) => rel === 'payer-action')?.href ?? '';
    return { ...result, id: result.id ?? '', page };
  };

  return {
    ...host,
    orders,
    payments: new PaymentsController(client),
    webhooks: { ...webhooks, types: () => webhooks.verified.map(({ event }) => event.event_type) },
    token,
    create,
    async call(method, path, body, headers = {}) {
      const response = await fetch(`${sandbox.paypalApiBase}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${await token()}`,
          ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
      return { status: response.status, headers: response.headers, text, json };
    },
    async approved(choice = 'pays', changes = {}) {
      const order = await create(changes);
      await choose(order.page, choice);
      return order;
    },
    async capture(id, paypalRequestId = crypto.randomUUID()) {
      const answer = await orders.captureOrder({ id, paypalRequestId, prefer });
      return { statusCode: answer.statusCode, order: answer.result };
    },
  };
}

/** The unmodified SDK, which knows only PayPal's two addresses, redirected to the sandbox. */
export function paypalClient(origin: string, changes: Partial<Configuration> = {}): Client {
  class RedirectedClient extends Client {
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const make = super.getRequestBuilderFactory();
      return (...parameters) => {
        const builder = make(...parameters);
        builder.interceptRequest((request) => ({
          ...request,
          url: request.url.replace('https://api-m.sandbox.paypal.com', origin),
        }));
        return builder;
      };
    }
  }
  return new RedirectedClient({
    environment: Environment.Sandbox,
    timeout: 5_000,
    clientCredentialsAuthCredentials: {
      oAuthClientId: CREDENTIALS.clientId,
      oAuthClientSecret: CREDENTIALS.clientSecret,
    },
    unstable_httpClientOptions: { proxy: false },
    ...changes,
  });
}

export function orderRequest(origin: string, changes: UnitChanges = {}): OrderRequest {
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        amount: { currencyCode: 'EUR', value: '420.00' },
        description: 'Registration',
        customId: 'order-1',
        ...changes,
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          userAction: PaypalExperienceUserAction.PayNow,
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          returnUrl: `${origin}/done?type=paypal`,
          cancelUrl: `${origin}/cancelled`,
        },
      },
    },
  };
}

export async function choose(page: string, choice: Choice) {
  return submit(page, { choice });
}
