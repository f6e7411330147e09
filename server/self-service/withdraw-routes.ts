import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { findChange } from '#server/orders/rows/order-changes.ts';
import { lockOrderRows, type Order } from '#server/orders/rows/orders.ts';
import { withdrawConfirmations } from '#server/orders/change/withdraw-confirmations.ts';
import { isNotice, type Notice } from './notices.ts';
import { closedWords } from './open-acts.ts';
import { organisingFor } from './organising-for.ts';
import { findOwner, returnToPage, type SelfServiceRoutes, sendNotFound } from './own-pages.ts';
import { subjectOf, whoseOf } from './subject.ts';
import { waitingRequests } from './waiting-requests.ts';

type Link = { token: string; participantId?: string };

/** Withdraws what waits: a request for a confirmation, or a change that is not paid. The registration stays as it is. */
export function withdrawRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db, clock } = context;
  const writing = { config: { limit: 'write' } } as const;

  for (const page of ['/registration/:token', '/registration/:token/people/:participantId']) {
    app.post<{ Params: Link }>(`${page}/withdraw-request`, writing, async ({ params }, reply) => {
      const owner = await findOwner(db, params);
      if (!owner) return sendNotFound(reply, deps);
      const about = subjectOf(owner, params.participantId);
      const waiting = await waitingRequests(db, owner, clock());
      const found = waiting.find(({ subject }) => subject.path === about?.path);
      if (!found) return returnToPage(reply, owner);
      const { subject, confirmation } = found;
      await inTransaction(db, async (tx) => {
        await lockOrderRows(tx, [subject.order.id]);
        await withdrawConfirmations(tx, whoseOf(subject), clock());
      });
      const notice = confirmation.kind === 'address' ? 'addressKept' : 'offerWithdrawn';
      return returnToPage(reply, owner, notice);
    });
  }

  app.post<{ Params: { token: string; changeId: string } }>(
    '/registration/:token/changes/:changeId/withdraw',
    writing,
    async (request, reply) => {
      const { token, changeId } = request.params;
      const owner = await findOwner(db, { token });
      if (!owner) return sendNotFound(reply, deps);
      const order = owner.isPayer ? owner.order : undefined;
      const isClosed = closedWords(content, 'change', timestamp(clock())) !== undefined;
      const notice =
        order && !isClosed ? await withdrawChange(request, order, changeId) : 'changedMeanwhile';
      return returnToPage(reply, owner, notice);
    },
  );

  /** Withdraws an unpaid change, unless it was made, paid or lapsed meanwhile, or is of another order. */
  async function withdrawChange(
    request: FastifyRequest,
    { id, reference }: Order,
    changeId: string,
  ): Promise<Notice> {
    const found = await findChange(db, changeId);
    if (found?.orderId !== id) return 'changedMeanwhile';
    if (found.state === 'withdrawn') return 'changeWithdrawn';
    if (found.state !== 'proposed') return 'changedMeanwhile';
    const { participantId } = found;
    try {
      const plan = await planMove(organisingFor(deps, request), { reference, participantId });
      await plan.perform();
      return 'changeWithdrawn';
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      return isNotice(error.reason) ? error.reason : 'changedMeanwhile';
    }
  }
}
