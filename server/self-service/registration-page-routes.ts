import type { FastifyInstance } from 'fastify';
import { timestamp } from '#server/identity.ts';
import { knownOrigin } from '#server/http/origin.ts';
import { HOSTED } from '#server/orders/sell/payment-pages.ts';
import { invoiceSection } from './invoice-page.ts';
import { ownInvoice } from './invoice-routes.ts';
import { noticeOf } from './notices.ts';
import { type OwnPagePart, partsIn, partsOfFeatures } from './own-page-parts.ts';
import { ownPages, type SelfServiceRoutes } from './own-pages.ts';
import { isConfirmed, readPageFacts } from './page-facts.ts';
import { registrationPage } from './registration-page.ts';
import { waitingRequests, waitingSection } from './waiting-requests.ts';

/** The page of a participant or of a group's payer, behind the link in the mails. */
export function registrationPageRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content, receipts, originOf } = deps;
  const { db } = context;
  const { get } = ownPages(app, deps);

  get('/registration/:token', async (owner, _, { query }) => {
    const facts = await readPageFacts(deps, owner);
    const invoice = await ownInvoice(deps, owner, facts);
    const waiting = await waitingRequests(db, owner, context.clock());
    const isSure = facts.state.is === 'confirmed';
    const now = timestamp(context.clock());
    const parts: OwnPagePart[] = [
      ...(await partsOfFeatures(deps, owner, { isConfirmed: isSure, now })),
      { place: 'to-do', rank: 40, part: waitingSection(content, waiting) },
      { place: 'folded', rank: 40, part: invoice && invoiceSection(content, owner, invoice) },
    ];
    const shown = {
      ...facts,
      notice: noticeOf(content, query['notice']),
      onTicket: partsIn('ticket', parts),
      toDo: partsIn('to-do', parts),
      folds: partsIn('folded', parts),
    };
    return { main: registrationPage(content, owner, shown), formEndsAt: HOSTED };
  });

  get('/registration/:token/calendar.ics', async (owner, _, request) => {
    if (!owner.order || !(await isConfirmed(context, owner))) return undefined;
    const registrationId = owner.participant?.id ?? '';
    const origin = knownOrigin(originOf(request));
    return receipts.calendar(owner.order, { registrationId, origin });
  });
}
