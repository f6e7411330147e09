import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { takeForms } from '../form-pages.ts';
import type { NextOutcomes } from '../next-outcomes.ts';
import { sendNotice, sendPage } from '../page-frame.ts';
import type { State } from '../state.ts';
import { isProblem, type Problem, readCard } from './card-form.ts';
import { authenticate, completeFree, pay, type PayResult } from './pay.ts';
import { challengePage, payPage } from './pay-page.ts';
import { findSession } from './sessions.ts';
import type { SessionRow, StripeAccount } from './stripe-account.ts';
import { cardFor } from './test-cards.ts';

const PATH = '/sandbox/stripe/pay/:id';
const provider = 'Stripe';

/** The payer's pages. Their addresses are the `url` of each session. */
export function payRoutes(account: StripeAccount, state: State, outcomes: NextOutcomes) {
  return async (app: FastifyInstance): Promise<void> => {
    takeForms(app, provider);

    app.get(
      PATH,
      whenOpen(account, (session, request, reply) => showForm(session, request, reply)),
    );

    app.post(
      PATH,
      whenOpen(account, async (session, request, reply) => {
        const reading =
          session.amount === 0 ? undefined : readCard(request.body, account.clock.now());
        if (reading && 'problems' in reading) return back(reply, session, reading.problems);
        let result: PayResult = 'complete';
        if (reading)
          result = pay(account, session, cardFor(outcomes.take('stripe')) ?? reading.card);
        else completeFree(account, session);
        await state.saved();
        return onward(reply, session, result);
      }),
    );

    app.get(
      `${PATH}/authenticate`,
      whenOpen(account, (session, _request, reply) =>
        session.challenge === null
          ? back(reply, session, [])
          : sendPage(reply, {
              status: 200,
              title: 'Authentication · Test mode',
              provider,
              body: challengePage(session),
              formTargets: targets(session),
            }),
      ),
    );

    app.post(
      `${PATH}/authenticate`,
      whenOpen(account, async (session, request, reply) => {
        const { challenge } = session;
        if (challenge === null) return back(reply, session, []);
        const { outcome } = z.parse(challengeAnswer, request.body ?? {});
        const result = authenticate(account, { ...session, challenge }, outcome === 'complete');
        await state.saved();
        return onward(reply, session, result);
      }),
    );

    app.post(
      `${PATH}/cancel`,
      whenOpen(account, (session, _request, reply) =>
        reply.redirect(hrefOf(session.cancelUrl ?? session.successUrl, session), 303),
      ),
    );
  };
}

const pathParameters = z.object({ id: z.string() });
const challengeAnswer = z.object({ outcome: z.catch(z.enum(['complete', 'fail']), 'fail') });

type OpenHandler = (
  session: SessionRow,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

function whenOpen(account: StripeAccount, handle: OpenHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id } = z.parse(pathParameters, request.params);
    const session = findSession(account, id);
    if (!session)
      return sendNotice(reply, {
        status: 404,
        provider,
        heading: 'Unknown payment',
        text: 'There is no payment at this address.',
      });
    const { successUrl, cancelUrl } = session;
    if (session.status === 'complete')
      return sendNotice(reply, {
        status: 409,
        provider,
        heading: 'Already complete',
        text: 'You have already completed this payment.',
        back: hrefOf(successUrl, session),
      });
    if (session.status === 'expired')
      return sendNotice(reply, {
        status: 410,
        provider,
        heading: 'Expired',
        text: 'This payment page has expired. You were not charged.',
        back: hrefOf(cancelUrl ?? new URL('/', hrefOf(successUrl, session)).href, session),
      });
    return handle(session, request, reply);
  };
}

const formQuery = z.object({ problem: z.catch(z.string(), '') });

function showForm(session: SessionRow, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem } = z.parse(formQuery, request.query ?? {});
  return sendPage(reply, {
    status: 200,
    title: 'Payment · Test mode',
    provider,
    body: payPage(session, problem.split(',').filter(isProblem)),
    formTargets: targets(session),
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

/** The placeholder is replaced as text, as Stripe does: an encoded one is not replaced. */
function hrefOf(url: string, { id }: SessionRow): string {
  return new URL(url.replaceAll('{CHECKOUT_SESSION_ID}', id)).href;
}

function targets(session: SessionRow): string[] {
  const urls =
    session.cancelUrl === null ? [session.successUrl] : [session.successUrl, session.cancelUrl];
  return urls.map((url) => hrefOf(url, session));
}
