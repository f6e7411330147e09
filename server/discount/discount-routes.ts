import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { centsFromDecimal, centsFromNumber } from '#contract/money.ts';
import { answer } from '#server/http/answer.ts';
import { returnOrigin } from '#server/http/own-origin.ts';
import { refuseTrapped } from '#server/http/trap.ts';
import type { Till } from '#server/payment/till.ts';
import { payDiscount } from './pay-discount.ts';
import type { DiscountTools } from './record-discount.ts';

export function discountRoutes(
  app: FastifyInstance,
  {
    till,
    tools,
    feePercent,
    publicBaseUrl,
  }: { till: Till; tools: DiscountTools; feePercent: number; publicBaseUrl: string | undefined },
): void {
  answer(
    app,
    calls.createDiscountSession,
    'payment',
    async ({ body, http }) => {
      refuseTrapped(body);
      const origin = returnOrigin(http, publicBaseUrl, body);
      const checkout = await payDiscount(
        till,
        tools,
        {
          customer: {
            name: body.name,
            email: body.customerEmail,
            phone: body.phone,
            institute: body.instituteOrUniversity,
            country: body.country,
          },
          description: body.description,
          totalCents: centsFromDecimal(body.unitAmount),
          orderReference: body.orderReference,
          quantity: body.quantity,
          currency: body.currency,
        },
        feePercent,
        'stripe',
        {
          success: (ref) => `${origin}/payment-success?session_id=${ref}&type=discount`,
          paid: (ref) => `${origin}/payment-success?session_id=${ref}&type=discount`,
          cancel: `${origin}/payment-failure`,
        },
      );
      return { url: checkout.url, sessionId: checkout.ref };
    },
    // The page shows the text of a refusal as it is.
    { refusalsAsText: true },
  );

  answer(app, calls.createDiscountPaypalOrder, 'payment', async ({ body, http }) => {
    refuseTrapped(body);
    const origin = returnOrigin(http, publicBaseUrl, body);
    const checkout = await payDiscount(
      till,
      tools,
      {
        customer: {
          name: body.customerName,
          email: body.customerEmail,
          phone: body.phone,
          institute: body.instituteOrUniversity,
          country: body.country,
        },
        // PayPal's call does not carry what the payer wrote.
        description: 'Discount registration',
        totalCents: centsFromNumber(body.amount),
        orderReference: undefined,
        quantity: undefined,
        currency: body.currency,
      },
      feePercent,
      'paypal',
      {
        success: () => `${origin}/payment-success?type=discount`,
        paid: (ref) => `${origin}/payment-success?session_id=${ref}&type=discount`,
        cancel: `${origin}/discount-registration`,
      },
    );
    return { success: true as const, orderId: checkout.ref, approvalUrl: checkout.url };
  });
}
