import type { Content } from '#contract/content.ts';
import { emailAddress, line } from '#contract/text.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { findTitled } from '#server/abstract/abstract-titles.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, NotUnderstood, type Plan } from '#server/operations/plan.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { isJob, type Job, jobs as allJobs } from '#organiser/dashboard/rights.ts';
import {
  actorOf,
  type Colleague,
  findColleague,
  forgetWaysIn,
  listColleagues,
  lockWaysIn,
  writeColleague,
  writeEnd,
  writeJobs,
} from './colleagues.ts';
import { writeLink } from './links.ts';
import { colleagueInvited } from './mails.ts';

/** Invites somebody, also one whose access had been ended. */
export async function planInvitation(
  context: CommandContext,
  { name: typedName, email, ...typed }: { name: string; email: string } & TypedWork,
): Promise<Plan> {
  const work = readWork(context.content, typed);
  const { data: name = '' } = line(100).safeParse(typedName);
  const origin = originOf(context);
  const { db, newId } = context.payments;
  const known = await findColleague(db, email);
  if (known && known.endedAt === undefined) {
    throw new ActionImpossible(
      `${email} is a colleague already: colleague rights changes the jobs, colleague recover sends another link.`,
    );
  }
  if (!emailAddress.safeParse(email).success || /[(),<>"]/.test(email)) {
    throw new NotUnderstood(`“${email}” is no mail address.`);
  }
  // Commas and parentheses would make another name in the log.
  if (name === '' || /[(),]/.test(name)) {
    throw new NotUnderstood('Please give a name without commas and parentheses.');
  }
  const colleague = {
    id: known?.id ?? newId(),
    name,
    email: email.toLowerCase(),
    ...work,
  };
  return {
    words: [
      `${name} (${email}) would work as ${workInWords(work, context.content)}, and get a link that works once, for a day.`,
    ],
    button: `Invite ${name}`,
    async perform() {
      await act(context, async ({ tx, now, moment, post, record }) => {
        await writeColleague(tx, { ...colleague, at: now, by: context.actor });
        await forgetWaysIn(tx, colleague.id);
        await post(await linkMail(context, { tx, moment }, colleague, origin));
        await record({
          action: 'colleague',
          words: `invited ${actorOf(colleague)} as ${workInLog(work)}`,
        });
      });
      return [`The link is on its way to ${email}.`];
    },
  };
}

/** Sends another link to somebody who has lost the passkey. Whoever has the lost one does not get in any more. */
export async function planRecovery(
  context: CommandContext,
  { email }: { email: string },
): Promise<Plan> {
  const colleague = await presentWith(context, email);
  const origin = originOf(context);
  return {
    words: [
      `${actorOf(colleague)} would be logged out everywhere, lose all passkeys, and get a link that makes a new one.`,
    ],
    button: `Send a link to ${colleague.name}`,
    async perform() {
      await act(context, async ({ tx, moment, post, record }) => {
        await forgetWaysIn(tx, colleague.id);
        await post(await linkMail(context, { tx, moment, isRecovery: true }, colleague, origin));
        await record({ action: 'colleague', words: `recovery of ${actorOf(colleague)}` });
      });
      return [`The link is on its way to ${colleague.email}.`];
    },
  };
}

export async function planRights(
  context: CommandContext,
  { email, ...typed }: { email: string } & TypedWork,
): Promise<Plan> {
  const { content } = context;
  const colleague = await presentWith(context, email);
  const work = readWork(content, typed, colleague);
  const isNoChair = !work.jobs.includes('chair');
  if (isNoChair) await refuseNoChair(context, context.payments.db, colleague);
  return {
    words: [
      `${actorOf(colleague)} is ${workInWords(colleague, content)}, and would be ${workInWords(work, content)}, at once.`,
    ],
    button: `Change the jobs of ${colleague.name}`,
    async perform() {
      await act(context, async ({ tx, record }) => {
        if (isNoChair) {
          await lockKey(tx, 'chairs');
          await refuseNoChair(context, tx, colleague);
        }
        await lockWaysIn(tx, colleague.id);
        // Another chair may have taken a session away since the plan was shown.
        const before = (await findColleague(tx, email)) ?? colleague;
        const now = readWork(content, typed, before);
        await writeJobs(tx, colleague.id, now);
        await record({
          action: 'colleague',
          words: `${actorOf(colleague)}: ${workInLog(now)} instead of ${workInLog(before)}`,
        });
      });
      return ['Done. It holds from the next call on.'];
    },
  };
}

export async function planEnd(
  context: CommandContext,
  { email }: { email: string },
): Promise<Plan> {
  const colleague = await presentWith(context, email);
  await refuseNoChair(context, context.payments.db, colleague);
  return {
    words: [
      `The access of ${actorOf(colleague)} would end at once, also in a browser that is logged in.`,
    ],
    button: `End the access of ${colleague.name}`,
    async perform() {
      await act(context, async ({ tx, now, record }) => {
        // Two chairs may end each other at once.
        await lockKey(tx, 'chairs');
        await refuseNoChair(context, tx, colleague);
        await writeEnd(tx, colleague.id, { at: now, by: context.actor });
        await forgetWaysIn(tx, colleague.id);
        await record({ action: 'colleague', words: `ended the access of ${actorOf(colleague)}` });
      });
      return ['The access has ended.'];
    },
  };
}

/**
 * Refuses an act of a colleague after which nobody on the web could invite or give rights. Whoever has the server still
 * can, and may end everybody.
 */
async function refuseNoChair(
  { actor }: CommandContext,
  db: Db,
  colleague: Colleague,
): Promise<void> {
  if (!colleague.jobs.includes('chair')) return;
  const present = (await listColleagues(db)).filter(({ endedAt }) => endedAt === undefined);
  const isOnTheWeb = present.some((each) => actorOf(each) === actor);
  const others = present.filter(({ id, jobs }) => id !== colleague.id && jobs.includes('chair'));
  if (!isOnTheWeb || others.length > 0) return;
  throw new ActionImpossible(
    `${colleague.name} is the only chair, and nobody else could invite colleagues or change their jobs: make somebody else a chair first. Whoever has the server may do this without another chair.`,
  );
}

async function linkMail(
  { payments: { newId }, mailLayout }: CommandContext,
  { tx, moment, isRecovery = false }: { tx: Tx; moment: Date; isRecovery?: boolean },
  colleague: Pick<Colleague, 'id' | 'name' | 'email'>,
  origin: string,
) {
  const token = newId();
  const until = await writeLink(tx, { colleagueId: colleague.id, token, moment });
  const address = `${origin}/invitation#${token}`;
  return colleagueInvited(mailLayout, colleague, { event: newId(), address, until, isRecovery });
}

async function presentWith({ payments: { db } }: CommandContext, email: string) {
  const found = await findColleague(db, email);
  if (found && found.endedAt === undefined) return found;
  throw new ActionImpossible(
    `${email} is no colleague: colleague list has their addresses, and colleague invite adds one.`,
  );
}

function originOf({ env: { ORGANISER_ORIGIN: origin } }: CommandContext): string {
  if (origin !== undefined) return origin;
  throw new ActionImpossible(
    'The dashboard is not on the web: set ORGANISER_ORIGIN first. The guide “Colleagues” says how.',
  );
}

/** `chair,desk` */
function readJobs(typed: string): Job[] {
  const names = typed.split(/[\s,;]+/).filter(Boolean);
  const wrong = names.find((name) => !isJob(name));
  if (wrong === undefined && names.length > 0) return [...new Set(names.filter(isJob))];
  const known = Object.keys(allJobs).join(', ');
  throw new NotUnderstood(
    wrong === undefined
      ? `Please name one or several jobs: ${known}.`
      : `“${wrong}” is no job. The jobs are ${known}.`,
  );
}

type TypedWork = { jobs: string; sessions?: string | undefined };
type Work = Pick<Colleague, 'jobs' | 'sessions'>;

/** A track chair has sessions, by their ids or names; those of before stay if none are typed. */
function readWork(
  { sessions: { sessions: all } }: Pick<Content, 'sessions'>,
  { jobs: typedJobs, sessions: typed }: TypedWork,
  before?: Work,
): Work {
  const jobs = readJobs(typedJobs);
  const isOfTrack = jobs.includes('track-chair');
  const named = typed?.split(/[,;]/).filter((each) => each.trim() !== '') ?? [];
  if (!isOfTrack && named.length > 0) {
    throw new NotUnderstood('Only a track chair has sessions: leave them out, or add track-chair.');
  }
  if (!isOfTrack) return { jobs, sessions: [] };
  const sessions = named.map((each) => {
    const session = findTitled(all, each);
    if (session) return session.id;
    const known = all.map(({ id }) => id).join(', ');
    throw new NotUnderstood(`“${each.trim()}” is no session. The sessions are ${known || 'none'}.`);
  });
  const wanted = sessions.length > 0 ? [...new Set(sessions)] : (before?.sessions ?? []);
  if (wanted.length > 0) return { jobs, sessions: wanted };
  throw new NotUnderstood('Please name the sessions of the track chair: --sessions ID,ID.');
}

export function workInWords(
  { jobs, sessions }: Work,
  { sessions: { sessions: all } }: Pick<Content, 'sessions'>,
): string {
  const names = sessions.map((id) => all.find((session) => session.id === id)?.name ?? id);
  return [jobsInWords(jobs), ...(names.length > 0 ? [`sessions: ${names.join('; ')}`] : [])].join(
    ', ',
  );
}

function workInLog({ jobs, sessions }: Work): string {
  return [...jobs, ...(sessions.length > 0 ? [`sessions ${sessions.join(' ')}`] : [])].join(', ');
}

function jobsInWords(jobs: readonly Job[]): string {
  return jobs.map((job) => allJobs[job].label.split(':')[0]?.toLowerCase()).join(', ') || 'nothing';
}
