import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Content, Prices, PresentationType } from '#contract/content.ts';
import { isPublic } from '#contract/content/shapes/prices-shape.ts';
import { countryOf } from '#contract/countries.ts';
import { type Cents, numberFromCents, times } from '#contract/money.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import { NIGHTS } from '#contract/registration-options.ts';
import { memberCheck } from '#server/orders/sell/price-needs.ts';
import { timestamp } from '#server/identity.ts';
import { answer, type ParsedRequest, rejectHoneypot } from '#server/http/answer.ts';
import { originAsked, returnOrigin } from '#server/http/origin.ts';
import { inRequestLanguage } from '#server/http/request-language.ts';
import { AppError } from '#server/errors.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { CHECKOUT_ID } from '#server/payments/provider.ts';
import { payForRegistration, type PaymentInput } from './pay-for-registration.ts';
import { recordingIn, register, type RegistrationDeps } from './register.ts';
import {
  choiceOfPrice,
  findPresentationType,
  priceOfNew,
  type RegistrationPrice,
} from '#server/orders/sell/registration-price.ts';
import { refuseCombination } from '#server/orders/sell/refuse-combination.ts';
import { orderIdsOf } from '#server/orders/sell/admit.ts';
import { refuseClosedItems, type Sale } from '#server/orders/sell/on-sale.ts';
import { refuseBehindQueue, refuseSoldOut } from '#server/orders/sell/places-left.ts';

type CardBody = ParsedRequest<typeof calls.createCheckoutSession>['body'];
type PaypalBody = ParsedRequest<typeof calls.createPaypalOrder>['body'];

type RegistrationRoutes = {
  context: PaymentContext;
  content: Content;
  deps: RegistrationDeps;
  sale: Sale;
  publicBaseUrl: string | undefined;
};

export function registrationRoutes(app: FastifyInstance, routes: RegistrationRoutes): void {
  const { content, deps } = routes;
  const findMemberKey = memberCheck(content, { isLimited: deps.isLimited });
  const depsFor: DepsFor = (request) => {
    const own = inRequestLanguage(content, request);
    return { own, deps: { ...recordingIn(deps, own), findMemberKey }, base: own.base };
  };
  answerVisitors(app, routes, depsFor);
  answerPayers(app, routes, depsFor);
}

/** The dependencies in the language of a request. */
type DepsFor = (request: FastifyRequest) => {
  own: Content;
  deps: RegistrationDeps & { findMemberKey: ReturnType<typeof memberCheck> };
  base: string;
};

function publicType(prices: Prices, spelling: string) {
  const type = findPresentationType(prices, spelling);
  if (!type || !isPublic(type)) throw badField('presentationType');
  return type;
}

/** Prices, and registrations that are paid later. */
function answerVisitors(
  app: FastifyInstance,
  { context, content, sale, publicBaseUrl }: RegistrationRoutes,
  depsFor: DepsFor,
): void {
  const { prices } = content;
  answer(app, calls.getPricing, 'read', async ({ body, http }) => {
    const { own } = depsFor(http);
    const type = publicType(prices, body.presentationType);
    const choice = {
      presentation: type.id,
      registration: body.registrationType,
      ...roomOf(body),
      extras: Object.fromEntries((body.extras ?? []).map(({ id, count }) => [id, count])),
    };
    const price = priceOfNew(own.prices, choice, timestamp(context.clock()));
    if (!price) return [];
    refuseCombination(own.prices, choiceOfPrice(price));
    refuseClosedItems(sale, itemsOf(price, ''));
    const notice = (await refuseSoldOut(context.db, sale, price))?.(own.language);
    return [{ ...optionOf(prices, type, price), ...(notice !== undefined && { notice }) }];
  });

  answer(app, calls.register, 'write', async ({ body, http }) => {
    rejectHoneypot(body);
    const { instituteOrUniversity: institute, registrationType, ...rest } = body;
    const presentationType = publicType(prices, body.presentationType).id;
    refuseClosedItems(sale, [
      { kind: 'registration', item: presentationType },
      ...(registrationType === 'stay' ? [{ kind: 'room' as const, item: '' }] : []),
    ]);
    await refuseBehindQueue(
      context.db,
      sale,
      { all: 1, [`type:${presentationType}`]: 1 },
      await orderIdsOf(context.db, rest),
    );
    const country = countryOf(rest.country);
    const registrant = { ...rest, institute, country, presentationType, registrationType };
    const origin = publicBaseUrl ?? originAsked(http);
    await register(context.commit, depsFor(http).deps, registrant, {
      idempotencyKey: idempotencyKeyOf(http),
      origin,
    });
    return { success: true as const, message: depsFor(http).own.labels.replies.registered };
  });
}

/** Registrations that are paid at once. */
function answerPayers(
  app: FastifyInstance,
  { context, content: { prices }, publicBaseUrl }: RegistrationRoutes,
  depsFor: DepsFor,
): void {
  answer(app, calls.createCheckoutSession, 'payment', async ({ query, body, http }) => {
    rejectHoneypot(body);
    if (body.pricingConfigId !== undefined && body.pricingConfigId !== query.pricingConfigId) {
      throw new AppError('bad-request', () => 'The request names two different prices.', {
        fields: ['pricingConfigId'],
      });
    }
    const origin = returnOrigin(http, publicBaseUrl, body);
    const { deps: recording, base } = depsFor(http);
    const site = origin + base;
    const paid = `${site}/payment-success?session_id=${CHECKOUT_ID}`;
    const input = {
      ...inputOfCard(query.pricingConfigId, body),
      presentationType: publicType(prices, body.presentationType).id,
    };
    const returns = { origin, success: paid, paid, cancel: `${site}/payment-cancel` };
    const provider = body.way ?? 'stripe';
    const options = { provider, returns, address: http.ip } as const;
    const checkout = await payForRegistration(context, recording, input, options);
    const { url, ref: sessionId, receipt } = checkout;
    return { url, sessionId, receipt };
  });

  answer(app, calls.createPaypalOrder, 'payment', async ({ body, http }) => {
    rejectHoneypot(body);
    const origin = returnOrigin(http, publicBaseUrl, body);
    const { deps: recording, base } = depsFor(http);
    const site = origin + base;
    const returns = {
      origin,
      success: `${site}/payment-success`,
      paid: `${site}/payment-success?session_id=${CHECKOUT_ID}`,
      cancel: `${site}/register`,
    };
    const options = { provider: 'paypal', returns, address: http.ip } as const;
    const input = inputOfPaypal(body);
    const checkout = await payForRegistration(context, recording, input, options);
    const { url: approvalUrl, ref: orderId, receipt } = checkout;
    return { success: true as const, orderId, approvalUrl, receipt };
  });
}

function inputOfCard(priceId: string, body: CardBody): PaymentInput {
  return {
    // The fields of the person, of the requests and some others have the same names on both sides.
    ...body,
    institute: body.instituteOrUniversity,
    country: countryOf(body.country),
    priceId,
    nights: body.accommodationNights,
    guests: body.accommodationGuests,
    shownTotal: body.unitAmount,
  };
}

/** Unlike the call for cards, the call for PayPal has no fields for the choice: the id of the price names it. */
function inputOfPaypal(body: PaypalBody): PaymentInput {
  return {
    ...body,
    name: body.customerName,
    email: body.customerEmail,
    country: countryOf(body.country),
    institute: body.instituteOrUniversity,
    priceId: body.pricingConfigId,
    shownTotal: body.amount,
  };
}

function roomOf(body: ParsedRequest<typeof calls.getPricing>['body']): {
  nights: number;
  guests: number;
} {
  const { registrationType, numberOfNights: nights, numberOfGuests: guests } = body;
  if (registrationType !== 'stay') return { nights: 0, guests: 0 };
  if (nights < NIGHTS.least) {
    throw badField('numberOfNights');
  }
  return { nights, guests };
}

function badField(field: string): AppError {
  return new AppError('bad-request', 'checkFields', {
    values: { fields: field },
    fields: [field],
  });
}

function optionOf({ currency, fee }: Prices, type: PresentationType, price: RegistrationPrice) {
  const number = (cents: Cents) => numberFromCents(cents, currency);
  return {
    id: price.id,
    totalPrice: number(price.totalCents),
    processingFeePercent: price.feePercent,
    ...(fee.fixed > 0 && { processingFeeFixed: number(fee.fixed) }),
    ...(price.phase !== undefined && { phase: price.phase }),
    presentationType: {
      type: type.pricing,
      price: number(price.presentationCents),
    },
    ...(price.registration === 'stay' && {
      accommodationOption: {
        nights: price.nights,
        guests: price.guests,
        price: number(price.roomCents),
      },
    }),
    ...(price.extras.length > 0 && {
      extras: price.extras.map(({ label, count, unitCents }) => ({
        label,
        count,
        price: number(times(unitCents, count)),
      })),
    }),
  };
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key;
  throw new AppError('bad-request', () => 'An Idempotency-Key has 8 to 100 visible characters.');
}
