import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { amountWithCode, centsFromDecimal } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import type { ProposalState } from './tables.ts';
import { counted } from '#server/counted.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import type { Typed } from '#organiser/dashboard/call-rights.ts';
import { actorOf, type Colleague } from './colleagues.ts';

export type ProposalDeps = {
  /** The context with the present files. */
  latest: () => Promise<Organising>;
};

/** A greater form, such as one with a sheet of people, is not kept: its act is done on the server. */
const LONGEST_REQUEST = 1_000_000;

/** Keeps an act above the limits of content/ for a second person; undefined if the act is below them. */
export async function asksSecond(
  { latest }: ProposalDeps,
  colleague: Colleague,
  plan: Plan,
  { action, request }: Typed,
): Promise<string[] | undefined> {
  const organising = await latest();
  const reason = reasonFor(plan, organising.content, organising.payments.currency);
  if (reason === undefined) return undefined;
  const typed = JSON.stringify(request ?? {});
  if (typed.length > LONGEST_REQUEST) {
    throw new ActionImpossible(
      `${reason}, and the file is too large to keep for a second person. Whoever has the server can do it there.`,
    );
  }
  const { newId } = organising.payments;
  await act({ ...organising, actor: actorOf(colleague) }, async ({ tx, now, record }) => {
    await tx
      .insertInto('colleague_proposals')
      .values({
        id: newId(),
        colleague_id: colleague.id,
        action,
        request: typed,
        words: plan.button ?? plan.words[0] ?? action,
        proposed_at: now,
        state: 'OPEN',
      })
      .execute();
    await record({ action: 'proposal', words: `proposed: ${plan.button ?? action}` });
  });
  return [`${reason}, so a second person has to agree: it waits on the page Second person.`];
}

function reasonFor(
  { weighs = {} }: Plan,
  { conference: { colleagues } }: Content,
  currency: Organising['payments']['currency'],
): string | undefined {
  const { amount, people } = colleagues?.secondPerson ?? {};
  const { cents = 0, people: count = 0 } = weighs;
  const most = amount === undefined ? undefined : centsFromDecimal(String(amount), currency);
  if (most !== undefined && cents > most) {
    return `This is more than ${amountWithCode(most, currency)}`;
  }
  if (people !== undefined && count > people) {
    return `This goes to more than ${counted(people, 'person', 'people')}`;
  }
  return undefined;
}

export type Proposal = {
  id: string;
  colleagueId: string;
  name: string;
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
  return db
    .selectFrom('colleague_proposals')
    .innerJoin('colleagues', 'colleagues.id', 'colleague_proposals.colleague_id')
    .select([
      'colleague_proposals.id',
      'colleague_id',
      'colleagues.name',
      'action',
      'request',
      'words',
      'proposed_at',
    ])
    .where('state', '=', 'OPEN')
    .orderBy('proposed_at');
}

function asProposal(row: {
  id: string;
  colleague_id: string;
  name: string;
  action: string;
  request: string;
  words: string;
  proposed_at: string;
}): Proposal {
  const { colleague_id: colleagueId, proposed_at: proposedAt, request, ...rest } = row;
  return { ...rest, colleagueId, proposedAt, request: Request.parse(JSON.parse(request)) };
}

/** The plan of an open proposal, which a second person sees as it is now. It is done once. */
export function planAgreement(
  organising: Organising,
  { id, words, name }: Proposal,
  plan: Plan,
): Plan {
  return {
    ...plan,
    words: [`${name} has proposed this. The log will have both names.`, ...plan.words],
    async perform() {
      if (!(await decide(organising, id, 'OPEN', 'DONE', `agreed: ${words}`))) {
        throw new ActionImpossible('Somebody has decided about this meanwhile.');
      }
      try {
        return await plan.perform();
      } catch (error) {
        // It was not done, so somebody can try again.
        await decide(organising, id, 'DONE', 'OPEN', `not done: ${words}`);
        throw error;
      }
    },
  };
}

/** A proposal that nobody carries out. */
export async function declineProposal(
  organising: Organising,
  { id, words }: Proposal,
): Promise<void> {
  await decide(organising, id, 'OPEN', 'DECLINED', `declined: ${words}`);
}

function decide(
  organising: Organising,
  id: string,
  from: ProposalState,
  state: ProposalState,
  words: string,
): Promise<boolean> {
  return act(organising, async ({ tx, now, record }) => {
    const isDecided = await tx
      .updateTable('colleague_proposals')
      .set({ state, decided_by: organising.actor, decided_at: now })
      .where('id', '=', id)
      .where('state', '=', from)
      .$call(wroteOne);
    if (isDecided) await record({ action: 'proposal', words });
    return isDecided;
  });
}
