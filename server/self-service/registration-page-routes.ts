import type { FastifyInstance } from 'fastify';
import { timestamp } from '#server/identity.ts';
import { knownOrigin } from '#server/http/origin.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { HOSTED } from '#server/orders/sell/payment-pages.ts';
import { askedSection } from '#features/asked-amounts/asked-section.ts';
import { emblemParts } from '#features/emblem/emblem-section.ts';
import { consentSection } from '#features/letters/consent-section.ts';
import { invoiceSection } from './invoice-page.ts';
import { ownInvoice } from './invoice-routes.ts';
import { letterSections } from './letter-sections.ts';
import { noticeOf } from './notices.ts';
import { ownPages, type SelfServiceRoutes } from './own-pages.ts';
import { isConfirmed, readPageFacts } from './page-facts.ts';
import { proofSection } from '#features/proofs/proof-section.ts';
import { peopleOnPage } from '#features/questions/answer-questions.ts';
import { questionsSection } from '#features/questions/questions-section.ts';
import { registrationPage } from './registration-page.ts';
import { waitingRequests, waitingSection } from './waiting-requests.ts';

/** The page of a participant or of a group's payer, behind the link in the mails. */
export function registrationPageRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content, receipts, originOf } = deps;
  const { db } = context;
  const { get } = ownPages(app, deps);

  get('/registration/:token', async (owner, _, { query }) => {
    const facts = await readPageFacts(deps, owner);
    const invoice = await ownInvoice(deps, owner);
    const waiting = await waitingRequests(db, owner, context.clock());
    const asked = await askedSection(deps, owner);
    const proof = await proofSection(db, content, owner, timestamp(context.clock()));
    const questions = await questionsOn(deps, owner);
    const emblem = facts.state.is === 'confirmed' ? emblemParts(content, owner) : undefined;
    const shown = {
      ...facts,
      notice: noticeOf(content, query['notice']),
      emblem: emblem?.drawing,
      toDo: [
        asked?.isOwed ? asked.part : undefined,
        proof?.isLeft ? proof.part : undefined,
        questions && questions.left > 0 ? questions.part : undefined,
        waitingSection(content, waiting),
      ],
      folds: [
        questions && questions.left > 0 ? undefined : questions?.part,
        proof?.isLeft ? undefined : proof?.part,
        asked?.isOwed ? undefined : asked?.part,
        invoice && invoiceSection(content, owner, invoice),
        ...(await letterSections(deps, owner)),
        emblem?.part,
        await consentSection(content, db, owner),
      ],
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

async function questionsOn({ context, content }: SelfServiceRoutes, owner: PageOwner) {
  const people = await peopleOnPage(context.db, owner);
  return questionsSection(content, owner, people, timestamp(context.clock()));
}
