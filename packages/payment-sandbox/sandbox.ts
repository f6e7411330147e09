import fastify, { type FastifyPluginAsync } from 'fastify';
import { callLog } from './call-log.ts';
import { sandboxClock } from './clock.ts';
import { type SandboxControl, sandboxControl } from './control.ts';
import { controlRoutes } from './control-routes.ts';
import { faultQueue, nextOutcomes } from './faults.ts';
import { answerOwnHosts } from './own-hosts.ts';
import { inColours, parseForm } from './pages/page.ts';
import type { PageColours } from './pages/page-style.ts';
import { paypalSandbox } from './paypal/paypal-sandbox.ts';
import { openState } from './state.ts';
import { stripeSandbox } from './stripe/stripe-sandbox.ts';
import { webhookSender } from './webhooks.ts';

export { type Exchange, exchanges, type SentWebhook } from './exchanges.ts';
export type { Provider } from './faults.ts';
export type { Ledger, LedgerCharge } from './ledger.ts';
export type { PageColours } from './pages/page-style.ts';

export type SandboxOptions = {
  /** Port of the provider APIs on 127.0.0.1; absent or 0: a free one. */
  apiPort?: number | undefined;
  /**
   * Origin at which the payer's browser reaches the hosted pages, which the host app serves; absent: that of the payment's
   * success_url or return_url.
   */
  publicBaseUrl?: string | undefined;
  /** File that keeps the state across restarts, one JSON value a line; absent: memory only. */
  stateFile?: string | undefined;
  /** The time; absent: that of the machine. */
  now?: (() => Date) | undefined;
  stripe: {
    secretKey: string;
    webhookSecret: string;
    webhookUrl: () => string | undefined;
  };
  /** Absent: the sandbox has no PayPal and answers its calls with 404. */
  paypal?:
    | {
        clientId: string;
        clientSecret: string;
        webhookId: string;
        webhookUrl: () => string | undefined;
      }
    | undefined;
  /** Also offers the control on the API's port, below /_control, to everybody who can reach that port. */
  controlOverHttp?: boolean | undefined;
  /** The colours of the hosted pages; absent: those of the browser. */
  colours?: PageColours | undefined;
  /** Called with a short line without personal data, for example when a webhook could not be delivered. */
  log?: ((message: string) => void) | undefined;
  /** Milliseconds before each further attempt to deliver a webhook; after the last attempt the sandbox gives up. */
  retryDelays?: readonly number[] | undefined;
};

export type Sandbox = {
  stripeApiBase: string;
  paypalApiBase: string;
  /** The hosted pages below /sandbox; the host app registers them without a prefix. */
  pages: FastifyPluginAsync;
  control: SandboxControl;
  /** Stops the API and the delivery of webhooks, and writes all data to the state file. */
  close(): Promise<void>;
};

const RETRY_DELAYS = [1_000, 5_000, 30_000, 120_000, 600_000];
const TICK_MS = 1_000;

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { log = () => undefined, publicBaseUrl, retryDelays = RETRY_DELAYS } = options;
  const clock = sandboxClock(options.now ?? (() => new Date()));
  const state = await openState(options.stateFile);
  const calls = callLog();
  const faults = faultQueue();
  const outcomes = nextOutcomes();
  const webhooks = webhookSender({ retryDelays, log, saved: state.saved });
  let apiBase = '';
  const pageBase = () => publicBaseUrl?.replace(/\/+$/, '');
  const shared = { pageBase, clock, state, calls, faults, outcomes, webhooks, log };

  const stripe = stripeSandbox({ ...options.stripe, ...shared });
  const paypal = options.paypal
    ? paypalSandbox({
        ...options.paypal,
        ...shared,
        apiBase: () => apiBase,
      })
    : undefined;

  const control = sandboxControl({ clock, calls, faults, outcomes, webhooks, stripe, paypal });

  const pages = inColours(options.colours, async (app) => {
    await app.register(stripe.pages);
    if (paypal) await app.register(paypal.pages);
  });

  const api = fastify({
    // The SDKs keep connections open, which would hold up close() for minutes.
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm, maxParamLength: 500 },
  });
  answerOwnHosts(api);
  api.get('/', () => 'A pretend Stripe and a pretend PayPal for tests: no money moves.\n');
  await api.register(stripe.api, { prefix: '/v1' });
  if (paypal) await api.register(paypal.api);
  if (options.controlOverHttp)
    await api.register(controlRoutes(control, state), { prefix: '/_control' });
  apiBase = await api.listen({ host: '127.0.0.1', port: options.apiPort ?? 0 });
  paypal?.resume();

  const ticking = setInterval(() => stripe.tick(), TICK_MS).unref();

  return {
    stripeApiBase: apiBase,
    paypalApiBase: apiBase,
    pages,
    control,
    async close() {
      clearInterval(ticking);
      await api.close();
      await webhooks.close();
      await state.close();
    },
  };
}
