import type { Provider } from 'plenary-payment-sandbox';
import type { Answer } from './answer.ts';
import type { TestServer } from './test-server.ts';
import { aCheckout, aPaypalRequest, chooseAt, payAt } from './visitor.ts';

/** A visitor who wants to pay once, and repeats a step as often as the server or the provider fails. */
export type PayingVisitor = Awaited<ReturnType<typeof aPayingVisitor>>;

export async function aPayingVisitor(
  server: Pick<TestServer, 'origin' | 'post'>,
  provider: Provider,
) {
  const request = await aCheckout(server);
  let checkout: { ref: string; url: string } | undefined;
  const isCard = provider === 'stripe';
  return {
    provider,
    email: request.person.email,
    cents: Math.round(request.totalPrice * 100),
    checkout: () => checkout,
    /** Presses the payment button. */
    async open(): Promise<Answer> {
      const answer = isCard
        ? await server.post(request.path, request.body)
        : await server.post('/api/payment/paypal/create', aPaypalRequest(server, request));
      const { sessionId, url, orderId, approvalUrl } = answer.json;
      if (answer.status === 200)
        checkout = { ref: String(sessionId ?? orderId), url: String(url ?? approvalUrl) };
      return answer;
    },
    /** Pays on the hosted page; `pageOf` turns the checkout's address into the address of that page. */
    async pay(pageOf = (url: string) => url): Promise<void> {
      if (!checkout) throw new Error('there is nothing to pay at');
      const address = pageOf(checkout.url);
      const { status } = await (isCard ? payAt(address) : chooseAt(address));
      if (status !== 302 && status !== 303) throw new Error(`the hosted page answers ${status}`);
    },
    /** Makes the call of the return page. */
    comeBack(): Promise<Answer> {
      return server.post(
        isCard
          ? `/api/payment/update?sessionId=${checkout?.ref}`
          : `/api/payment/paypal/capture/${checkout?.ref}`,
      );
    },
  };
}
