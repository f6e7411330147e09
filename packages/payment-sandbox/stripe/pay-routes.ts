import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { NextOutcomes } from '../faults.ts';
import type { Html } from '../pages/html.ts';
import { sendPage, sendPaymentNotice, takeForms } from '../pages/page.ts';
import type { State } from '../state.ts';
import { isProblem, type Problem, readCard } from './card-form.ts';
import { debitPage, instructionsPage, transferPage } from './bank-pages.ts';
import { complete } from './charges.ts';
import { payByDebit } from './debits.ts';
import { authenticate, pay, type PayResult } from './pay.ts';
import { challengePage, pathOf, payPage } from './pay-page.ts';
import { findSession } from './sessions.ts';
import type { Method, SessionRow, StripeAccount } from './stripe-account.ts';
import { offeredMethods } from './stripe-objects.ts';
import { cardFor } from './test-cards.ts';
import { findTestIban } from './test-ibans.ts';
import { chooseTransfer, sendTransfer } from './transfers.ts';

const PATH = '/sandbox/stripe/pay/:id';
const TRANSFER_PATH = '/sandbox/stripe/transfer/:id';
const provider = 'Stripe';

/** The payer's pages. Their addresses are the `url` of each session. */
export function payRoutes(account: StripeAccount, state: State, outcomes: NextOutcomes) {
  return async (app: FastifyInstance): Promise<void> => {
    takeForms(app, provider);
    const deps: Deps = { account, saved: () => state.saved() };
    cardRoutes(app, deps, outcomes);
    debitRoutes(app, deps);
    transferRoutes(app, deps);
    const cancel = whenOpen(account, (session, _request, reply) =>
      reply.redirect(hrefOf(session.cancelUrl ?? session.successUrl, session), 303),
    );
    app.post(`${PATH}/cancel`, cancel);
  };
}

type Deps = { account: StripeAccount; saved: () => Promise<void> };

function whenOpen(account: StripeAccount, handle: OpenHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = findSession(account, z.parse(pathParameters, request.params).id);
    if (!session) return sendPaymentNotice(reply, provider, 'unknown');
    const { status, cancelUrl } = session;
    const success = hrefOf(session.successUrl, session);
    if (status === 'complete') return sendPaymentNotice(reply, provider, 'complete', success);
    const cancel = hrefOf(cancelUrl ?? new URL('/', success).href, session);
    if (status === 'expired') return sendPaymentNotice(reply, provider, 'expired', cancel);
    return handle(session, request, reply);
  };
}

/** Leads to the first method that the session offers if it does not offer this one. */
function whenOffered(account: StripeAccount, method: Method, handle: OpenHandler) {
  return whenOpen(account, (session, request, reply) => {
    const offered = offeredMethods(session);
    const [first] = offered;
    return session.amount === 0 || first === undefined || offered.includes(method)
      ? handle(session, request, reply)
      : reply.redirect(pathOf(session, first), 303);
  });
}

function cardRoutes(app: FastifyInstance, { account, saved }: Deps, outcomes: NextOutcomes): void {
  const showForm = whenOffered(account, 'card', (session, request, reply) => {
    const { problem } = z.parse(formQuery, request.query ?? {});
    return show(reply, session, payPage(session, problem.split(',').filter(isProblem)));
  });
  app.get(PATH, showForm);

  const takeCard = whenOffered(account, 'card', async (session, request, reply) => {
    let result: PayResult = 'complete';
    if (session.amount === 0) {
      complete(account, session);
    } else {
      const reading = readCard(request.body, account.clock.now());
      if ('problems' in reading) return back(reply, session, reading.problems);
      result = pay(account, session, cardFor(outcomes.take('stripe')) ?? reading.card);
    }
    await saved();
    return onward(reply, session, result);
  });
  app.post(PATH, takeCard);

  const showChallenge = whenOpen(account, (session, _request, reply) =>
    session.challenge === null
      ? back(reply, session, [])
      : show(reply, session, challengePage(session)),
  );
  app.get(`${PATH}/authenticate`, showChallenge);

  const takeAnswer = whenOpen(account, async (session, request, reply) => {
    if (session.challenge === null) return back(reply, session, []);
    const { outcome } = z.parse(challengeAnswer, request.body ?? {});
    const result = authenticate(account, session, session.challenge, outcome === 'complete');
    await saved();
    return onward(reply, session, result);
  });
  app.post(`${PATH}/authenticate`, takeAnswer);
}

function debitRoutes(app: FastifyInstance, { account, saved }: Deps): void {
  const showDebit = whenOffered(account, 'sepa_debit', (session, request, reply) => {
    const { problem } = z.parse(formQuery, request.query ?? {});
    return show(reply, session, debitPage(session, problem !== ''));
  });
  app.get(`${PATH}/sepa_debit`, showDebit);

  const takeDebit = whenOffered(account, 'sepa_debit', async (session, request, reply) => {
    const test = findTestIban(z.parse(debitForm, request.body ?? {}).iban);
    if (!test) return reply.redirect(`${pathOf(session, 'sepa_debit')}?problem=iban`, 303);
    payByDebit(account, session, test);
    await saved();
    return onward(reply, session, 'complete');
  });
  app.post(`${PATH}/sepa_debit`, takeDebit);
}

function transferRoutes(app: FastifyInstance, { account, saved }: Deps): void {
  const showTransfer = whenOffered(account, 'customer_balance', (session, _request, reply) =>
    show(reply, session, transferPage(session)),
  );
  app.get(`${PATH}/customer_balance`, showTransfer);

  const takeTransfer = whenOffered(account, 'customer_balance', async (session, _, reply) => {
    chooseTransfer(account, session);
    await saved();
    return reply.redirect(`/sandbox/stripe/transfer/${session.id}`, 303);
  });
  app.post(`${PATH}/customer_balance`, takeTransfer);

  const chosen = (request: FastifyRequest) => {
    const session = findSession(account, z.parse(pathParameters, request.params).id);
    const intent = account.intents.get(session?.paymentIntent ?? '');
    return session && intent?.method === 'customer_balance' ? { session, intent } : undefined;
  };
  app.get(TRANSFER_PATH, (request, reply) => {
    const found = chosen(request);
    if (!found) return sendPaymentNotice(reply, provider, 'unknown');
    const { session, intent } = found;
    const home = hrefOf(session.successUrl, session);
    return show(reply, session, instructionsPage(session, intent, home));
  });
  app.post(TRANSFER_PATH, async (request, reply) => {
    const found = chosen(request);
    if (!found) return sendPaymentNotice(reply, provider, 'unknown');
    const { session, intent } = found;
    const { sends, from } = z.parse(transferForm, request.body ?? {});
    const left = intent.status === 'requires_action' ? intent.amount - intent.received : 0;
    const amount = { whole: left, part: Math.ceil(left / 2), more: left + 1000 }[sends];
    if (amount > 0) sendTransfer(account, session, amount, from === 'known');
    await saved();
    return reply.redirect(`/sandbox/stripe/transfer/${session.id}`, 303);
  });
}

type OpenHandler = (
  session: SessionRow,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

const pathParameters = z.object({ id: z.string() });
const challengeAnswer = z.object({ outcome: z.catch(z.enum(['complete', 'fail']), 'fail') });
const debitForm = z.object({ iban: z.catch(z.string(), '') });
const transferForm = z.object({
  sends: z.catch(z.enum(['whole', 'part', 'more']), 'whole'),
  from: z.catch(z.enum(['known', 'unknown']), 'known'),
});
const formQuery = z.object({ problem: z.catch(z.string(), '') });

function show(reply: FastifyReply, session: SessionRow, body: Html): FastifyReply {
  const targets = [session.successUrl, session.cancelUrl].filter((url) => url !== null);
  return sendPage(reply, {
    status: 200,
    title: 'Payment · Test mode',
    provider,
    body,
    formTargets: targets.map((url) => hrefOf(url, session)),
  });
}

function onward(reply: FastifyReply, session: SessionRow, result: PayResult): FastifyReply {
  if (result === 'complete') return reply.redirect(hrefOf(session.successUrl, session), 303);
  if (result === 'challenge')
    return reply.redirect(`/sandbox/stripe/pay/${session.id}/authenticate`, 303);
  return back(reply, session, [result]);
}

function back(reply: FastifyReply, { id }: SessionRow, found: readonly Problem[]): FastifyReply {
  const query = found.length === 0 ? '' : `?problem=${found.join(',')}`;
  return reply.redirect(`/sandbox/stripe/pay/${id}${query}`, 303);
}

/** The placeholder is replaced as text, as Stripe does: an encoded placeholder is not replaced. */
function hrefOf(url: string, { id }: SessionRow): string {
  return new URL(url.replaceAll('{CHECKOUT_SESSION_ID}', id)).href;
}
