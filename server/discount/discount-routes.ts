import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Content } from '#contract/content.ts';
import { calls } from '#contract/calls.ts';
import { countryOf } from '#contract/countries.ts';
import {
  type Cents,
  centsFromDecimal,
  centsFromNumber,
  type Currency,
  decimalFromCents,
} from '#contract/money.ts';
import { answer, type ParsedRequest, rejectHoneypot } from '#server/http/answer.ts';
import { inRequestLanguage } from '#server/http/request-language.ts';
import { returnOrigin } from '#server/http/origin.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { CHECKOUT_ID } from '#server/payments/provider.ts';
import { type DiscountDeps, type DiscountInput, payDiscount } from './pay-discount.ts';

type CardBody = ParsedRequest<typeof calls.createDiscountSession>['body'];
type PaypalBody = ParsedRequest<typeof calls.createDiscountPaypalOrder>['body'];

type Deps = {
  context: PaymentContext;
  content: Content;
  deps: DiscountDeps;
  publicBaseUrl: string | undefined;
};

export function discountRoutes(
  app: FastifyInstance,
  { context, content, deps, publicBaseUrl }: Deps,
): void {
  /** The dependencies in the language of a request. */
  const depsFor = (request: FastifyRequest) => {
    const own = inRequestLanguage(content, request);
    const mailLayout = deps.mailLayout.in(own.language);
    return { own: { ...deps, mailLayout }, prices: own.prices, base: own.base };
  };

  answer(
    app,
    calls.createDiscountSession,
    'payment',
    async ({ body, http }) => {
      rejectHoneypot(body);
      const origin = returnOrigin(http, publicBaseUrl, body);
      const { own, prices, base } = depsFor(http);
      const site = origin + base;
      const paid = `${site}/payment-success?session_id=${CHECKOUT_ID}&type=discount`;
      const returns = { origin, success: paid, paid, cancel: `${site}/payment-failure` };
      const provider = body.way ?? 'stripe';
      const options = { provider, returns, address: http.ip } as const;
      const checkout = await payDiscount(context, own, inputOfCard(context, body), prices, options);
      const { url, ref: sessionId, receipt } = checkout;
      return { url, sessionId, receipt };
    },
    // The page shows the text of a refusal as it is.
    { errorsAsText: true },
  );

  answer(app, calls.createDiscountPaypalOrder, 'payment', async ({ body, http }) => {
    rejectHoneypot(body);
    const origin = returnOrigin(http, publicBaseUrl, body);
    const { own, prices, base } = depsFor(http);
    const site = origin + base;
    const returns = {
      origin,
      success: `${site}/payment-success?type=discount`,
      paid: `${site}/payment-success?session_id=${CHECKOUT_ID}&type=discount`,
      cancel: `${site}/discount-registration`,
    };
    const options = { provider: 'paypal', returns, address: http.ip } as const;
    const checkout = await payDiscount(context, own, inputOfPaypal(context, body), prices, options);
    const { url: approvalUrl, ref: orderId, receipt } = checkout;
    return { success: true as const, orderId, approvalUrl, receipt };
  });
}

function inputOfCard({ currency }: PaymentContext, body: CardBody): DiscountInput {
  return {
    customer: customerIn(body, body.name),
    description: body.description,
    totalCents: centsInFull(body.unitAmount, currency),
    quantity: body.quantity,
    currency: body.currency,
  };
}

function inputOfPaypal({ currency }: PaymentContext, body: PaypalBody): DiscountInput {
  return {
    customer: customerIn(body, body.customerName),
    // PayPal's call does not carry the payer's text.
    description: '',
    totalCents: centsFromNumber(body.amount, currency),
    quantity: undefined,
    currency: body.currency,
  };
}

function customerIn(body: CardBody | PaypalBody, name: string): DiscountInput['customer'] {
  const { customerEmail: email, phone, instituteOrUniversity: institute, country } = body;
  return { name, email, phone, institute, country: countryOf(country) };
}

/** The card call writes its total with all decimals of the currency: "105.00" in euros, "105" in yen. */
function centsInFull(text: string, currency: Currency): Cents | undefined {
  const cents = centsFromDecimal(text, currency);
  const inFull = cents !== undefined && decimalFromCents(cents, currency) === text;
  return inFull ? cents : undefined;
}
