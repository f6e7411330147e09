import type { FastifyInstance } from 'fastify';
import { inTransaction } from '#server/database/database.ts';
import type { LinkRequest } from '#server/http/link-pages.ts';
import { timestamp } from '#server/identity.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { planMove } from '#server/orders/change/move-participant.ts';
import { findChange } from '#server/orders/rows/order-changes.ts';
import { lockOrderRows, type Order } from '#server/orders/rows/orders.ts';
import { withdrawConfirmations } from '#server/orders/change/withdraw-confirmations.ts';
import { isNotice, type Notice } from './notices.ts';
import { closedWords } from './open-acts.ts';
import { organisingFor } from './organising-for.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from './own-pages.ts';
import { subjectOf, whoseOf } from './subject.ts';
import { waitingRequests } from './waiting-requests.ts';

/** Withdraws what waits: a request for a confirmation, or a change that is not paid. The registration stays as it is. */
export function withdrawRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { db, clock } = context;
  const { post } = ownPages(app, deps);

  for (const page of ['/registration/:token', '/registration/:token/people/:participantId']) {
    post(`${page}/withdraw-request`, async (owner, _, { params }) => {
      const about = subjectOf(owner, params['participantId']);
      const waiting = await waitingRequests(db, owner, clock());
      const found = waiting.find(({ subject }) => subject.path === about?.path);
      if (!found) return backToPage(owner);
      const { subject, confirmation } = found;
      await inTransaction(db, async (tx) => {
        await lockOrderRows(tx, [subject.order.id]);
        await withdrawConfirmations(tx, whoseOf(subject), clock());
      });
      const notice = confirmation.kind === 'address' ? 'addressKept' : 'offerWithdrawn';
      return backToPage(owner, notice);
    });
  }

  post('/registration/:token/changes/:changeId/withdraw', async (owner, _, request) => {
    const order = owner.isPayer ? owner.order : undefined;
    const isClosed = closedWords(content, 'change', timestamp(clock())) !== undefined;
    const notice = order && !isClosed ? await withdrawChange(request, order) : 'changedMeanwhile';
    return backToPage(owner, notice);
  });

  /** Withdraws an unpaid change, unless it was made, paid or lapsed meanwhile, or is of another order. */
  async function withdrawChange(request: LinkRequest, { id, reference }: Order): Promise<Notice> {
    const found = await findChange(db, request.params['changeId'] ?? '');
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
