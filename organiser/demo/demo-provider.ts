import { asCents, type Cents } from '#contract/money.ts';
import type {
  CheckoutRequest,
  PaymentProvider,
  ProviderDispute,
  ProviderName,
  ProviderRefund,
  ProviderStatus,
} from '#server/payments/provider.ts';

/** The account of the demonstration's payments: the server asks no provider about them afterwards. */
const DEMO_ACCOUNT = 'demo';

type DemoCheckout = {
  request: CheckoutRequest;
  state: ProviderStatus['state'];
  paidCents: number;
  paymentRef: string | undefined;
  refundedCents: number;
  refunds: Omit<ProviderRefund, 'hasFailed'>[];
};

/** A pretend provider inside the command. The command decides the result of each checkout. */
export type DemoProvider = PaymentProvider & {
  /** Ends a checkout: the payer pays the exact or another amount, or the checkout fails or expires. */
  end: (ref: string, state: 'paid' | 'failed' | 'expired', paidCents?: Cents) => void;
  /** The payer disputes a payment, or the dispute is decided. Returns the provider's id of the dispute. */
  dispute: (ref: string, dispute: Pick<ProviderDispute, 'state' | 'dueAt' | 'openedAt'>) => string;
};

export function demoProvider(name: Exclude<ProviderName, 'free'>): DemoProvider {
  const checkouts = new Map<string, DemoCheckout>();
  const disputes = new Map<string, ProviderDispute>();
  const checkoutFor = (ref: string) => {
    const checkout = checkouts.get(ref);
    if (!checkout) throw new Error(`the demonstration knows no checkout ${ref}`);
    return checkout;
  };
  const prefix = name === 'stripe' ? 'cs_test_demo' : 'DEMO';
  return {
    name,
    live: false,
    account: DEMO_ACCOUNT,
    async open(request) {
      const ref = `${prefix}${request.paymentId}`;
      checkouts.set(ref, {
        request,
        state: 'open',
        paidCents: request.amountCents,
        paymentRef: undefined,
        refundedCents: 0,
        refunds: [],
      });
      return { ref, url: request.cancelUrl };
    },
    async close(ref) {
      const checkout = checkoutFor(ref);
      if (checkout.state !== 'open') return false;
      checkout.state = 'expired';
      return true;
    },
    async getStatus(ref) {
      const { request, state, paidCents, paymentRef, refundedCents } = checkoutFor(ref);
      const { orderId, currency } = request;
      return {
        state,
        orderId,
        amountCents: paidCents,
        currency,
        live: false,
        paymentRef,
        refundedCents,
      };
    },
    async refund(paymentRef, { id, amountCents }) {
      const checkout = [...checkouts.values()].find((each) => each.paymentRef === paymentRef);
      if (!checkout) throw new Error(`the demonstration knows no payment ${paymentRef}`);
      const ref = `re_demo${id}`;
      checkout.refundedCents += amountCents;
      checkout.refunds.push({ ref, refundId: id, amountCents });
      return { ref };
    },
    listRefunds: async (ref) =>
      checkoutFor(ref).refunds.map((each) => ({ ...each, hasFailed: false })),
    getDispute: async (ref) => disputes.get(ref),
    async *listDisputes() {
      yield* disputes.values();
    },
    parseWebhook: async () => undefined,
    end(ref, state, paidCents) {
      const checkout = checkoutFor(ref);
      checkout.state = state;
      if (paidCents !== undefined) checkout.paidCents = paidCents;
      if (state === 'paid') checkout.paymentRef = `pi_demo${checkout.request.paymentId}`;
    },
    dispute(ref, { state, dueAt, openedAt }) {
      const checkout = checkoutFor(ref);
      const id = `dp_demo${checkout.request.paymentId}`;
      const { amountCents, currency } = checkout.request;
      const { paymentRef } = checkout;
      disputes.set(id, { ref: id, paymentRef, state, amountCents, currency, dueAt, openedAt });
      if (state === 'LOST') checkout.refundedCents = asCents(amountCents);
      return id;
    },
  };
}
