import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { amountWithCode, asCents, centsFromDecimal } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import type { ProposalState } from './tables.ts';
import { counted } from '#server/counted.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { actionNamed } from '#organiser/dashboard/actions.ts';
import type { Typed } from '#organiser/dashboard/call-rights.ts';
import type { Message } from '#server/mail/message.ts';
import { ABOUT_PRICES } from './waiting-acts.ts';
import { actorOf, type Colleague } from './colleagues.ts';
import { actDeclined } from './mails.ts';

export type ProposalDeps = {
  /** The context with the present files. */
  latest: () => Promise<Organising>;
};

/** A greater form, such as one with a sheet of people, is not kept: its act is done on the server. */
const LONGEST_REQUEST = 1_000_000;

/** The sentence about an act above the limits of content/. */
export async function whySecond({ latest }: ProposalDeps, plan: Plan): Promise<string | undefined> {
  const { payments, content } = await latest();
  const reason = reasonFor(plan, content, payments.currency);
  return (
    reason &&
    `${reason.words}, so a second person has to agree: it will wait on the page Second person.`
  );
}

/** Keeps an act above the limits of content/ for a second person; undefined if the act is below them. */
export async function asksSecond(
  { latest }: ProposalDeps,
  colleague: Colleague,
  plan: Plan,
  { action, request }: Typed,
): Promise<string[] | undefined> {
  const organising = await latest();
  const { payments, content } = organising;
  const reason = reasonFor(plan, content, payments.currency);
  if (reason === undefined) return undefined;
  const form = JSON.stringify(request ?? {});
  if (form.length > LONGEST_REQUEST) {
    throw new ActionImpossible(
      `${reason.words}, and the file is too large to keep for a second person. Whoever has the server can do it there.`,
    );
  }
  const reference = referenceIn(request);
  // An erasure does not find a name in these words, so that they have none.
  const words = [actionNamed(action).title, reference, reason.weight].filter(Boolean).join(' ');
  await act({ ...organising, actor: actorOf(colleague) }, async ({ tx, now, record }) => {
    await tx
      .insertInto('colleague_proposals')
      .values({
        id: payments.newId(),
        colleague_id: colleague.id,
        action,
        request: form,
        words,
        proposed_at: now,
        state: 'OPEN',
      })
      .execute();
    await record({ action: 'proposal', reference, words: `proposed: ${words}` });
  });
  return [`${reason.words}, so a second person has to agree: it waits on the page Second person.`];
}

/** The order or abstract of a form. */
function referenceIn(request: unknown): string | undefined {
  const { reference } = Request.safeParse(request).data ?? {};
  return typeof reference === 'string' && /^[\w-]{4,40}$/.test(reference)
    ? reference.toUpperCase()
    : undefined;
}

function reasonFor(
  { weighs = {} }: Plan,
  { conference: { colleagues } }: Content,
  currency: Organising['payments']['currency'],
): { words: string; weight: string } | undefined {
  const { amount, people, prices = false } = colleagues?.secondPerson ?? {};
  const { cents = 0, people: count = 0, changesPrices = false } = weighs;
  const most = amount === undefined ? undefined : centsFromDecimal(String(amount), currency);
  if (most !== undefined && cents > most) {
    const words = `This is more than ${amountWithCode(most, currency)}`;
    return { words, weight: amountWithCode(asCents(cents), currency) };
  }
  if (people !== undefined && count > people) {
    const words = `This goes to more than ${counted(people, 'person', 'people')}`;
    return { words, weight: `to ${counted(count, 'person', 'people')}` };
  }
  if (prices && changesPrices)
    return { words: 'This changes prices or rules', weight: ABOUT_PRICES };
  return undefined;
}

export type Proposal = {
  id: string;
  colleagueId: string;
  name: string;
  email: string;
  action: string;
  request: Record<string, unknown>;
  words: string;
  proposedAt: string;
};

const Request = z.record(z.string(), z.unknown());

export function openProposals(db: Db): Promise<Proposal[]> {
  return openRows(db).$call(allRows(asProposal));
}

export function openProposal(db: Db, id: string): Promise<Proposal | undefined> {
  return openRows(db).where('colleague_proposals.id', '=', id).$call(firstRow(asProposal));
}

function openRows(db: Db) {
  return (
    db
      .selectFrom('colleague_proposals')
      .innerJoin('colleagues', 'colleagues.id', 'colleague_proposals.colleague_id')
      .select([
        'colleague_proposals.id',
        'colleague_id',
        'colleagues.name',
        'colleagues.email',
        'action',
        'request',
        'words',
        'proposed_at',
      ])
      .where('state', '=', 'OPEN')
      // Somebody whose access was ended may have been somebody else.
      .where('ended_at', 'is', null)
      .orderBy('proposed_at')
  );
}

function asProposal(row: {
  id: string;
  colleague_id: string;
  name: string;
  email: string;
  action: string;
  request: string;
  words: string;
  proposed_at: string;
}): Proposal {
  const { colleague_id: colleagueId, proposed_at: proposedAt, request, ...rest } = row;
  return { ...rest, colleagueId, proposedAt, request: Request.parse(JSON.parse(request)) };
}

/** The plan of an open proposal, which a second person sees as it is now. It is done once. */
export function planAgreement(organising: Organising, proposal: Proposal, plan: Plan): Plan {
  return {
    ...plan,
    words: [`${proposal.name} has proposed this. The log will have both names.`, ...plan.words],
    async perform() {
      if (!(await decide(organising, proposal, { from: 'OPEN', state: 'DONE' }))) {
        throw new ActionImpossible('Somebody has decided about this meanwhile.');
      }
      try {
        return await plan.perform();
      } catch (error) {
        // It was not done, so somebody can try again.
        await decide(organising, proposal, { from: 'DONE', state: 'OPEN' });
        throw error;
      }
    },
  };
}

/** A proposal that nobody carries out. Whoever proposed it gets a mail, unless it was withdrawn. */
export async function declineProposal(
  organising: Organising,
  proposal: Proposal,
  { isOwn, name }: { isOwn: boolean; name: string },
): Promise<void> {
  const mail = isOwn
    ? undefined
    : actDeclined(
        organising.mailLayout,
        { name: proposal.name, email: proposal.email },
        { event: proposal.id, act: proposal.words, by: name },
      );
  await decide(organising, proposal, { from: 'OPEN', state: 'DECLINED', mail });
}

const DECIDED: Record<ProposalState, string> = {
  OPEN: 'not done',
  DONE: 'agreed',
  DECLINED: 'declined',
};

function decide(
  organising: Organising,
  proposal: Proposal,
  { from, state, mail }: { from: ProposalState; state: ProposalState; mail?: Message | undefined },
): Promise<boolean> {
  const { id, words } = proposal;
  const reference = referenceIn(proposal.request);
  const request = JSON.stringify(proposal.request);
  // The form may have names, and nobody needs it any more.
  const ended = state === 'OPEN' ? { request } : { request: '{}' };
  return act(organising, async ({ tx, now, post, record }) => {
    const isDecided = await tx
      .updateTable('colleague_proposals')
      .set({ state, decided_by: organising.actor, decided_at: now, ...ended })
      .where('id', '=', id)
      .where('state', '=', from)
      .$call(wroteOne);
    if (isDecided) {
      await record({ action: 'proposal', reference, words: `${DECIDED[state]}: ${words}` });
      if (mail) await post(mail);
    }
    return isDecided;
  });
}
