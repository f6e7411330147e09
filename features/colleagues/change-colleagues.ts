import { emailAddress, line } from '#contract/text.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
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
  writeColleague,
  writeEnd,
  writeJobs,
} from './colleagues.ts';
import { writeLink } from './links.ts';
import { colleagueInvited } from './mails.ts';

/** Invites somebody, also one whose access had been ended. */
export async function planInvitation(
  context: CommandContext,
  { name: typedName, email, jobs: typed }: { name: string; email: string; jobs: string },
): Promise<Plan> {
  const jobs = readJobs(typed);
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
    jobs,
  };
  return {
    words: [
      `${name} (${email}) would work as ${jobsInWords(jobs)}, and get a link that works once, for a day.`,
    ],
    button: `Invite ${name}`,
    async perform() {
      await act(context, async ({ tx, now, moment, post, record }) => {
        await writeColleague(tx, { ...colleague, at: now, by: context.actor });
        await forgetWaysIn(tx, colleague.id);
        await post(await linkMail(context, { tx, moment }, colleague, origin));
        await record({
          action: 'colleague',
          words: `invited ${actorOf(colleague)} as ${jobs.join(', ')}`,
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
  { email, jobs: typed }: { email: string; jobs: string },
): Promise<Plan> {
  const jobs = readJobs(typed);
  const colleague = await presentWith(context, email);
  const before = colleague.jobs.join(', ');
  const isNoChair = !jobs.includes('chair');
  if (isNoChair) await refuseNoChair(context, context.payments.db, colleague);
  return {
    words: [
      `${actorOf(colleague)} is ${jobsInWords(colleague.jobs)}, and would be ${jobsInWords(jobs)}, at once.`,
    ],
    button: `Change the jobs of ${colleague.name}`,
    async perform() {
      await act(context, async ({ tx, record }) => {
        if (isNoChair) {
          await lockKey(tx, 'chairs');
          await refuseNoChair(context, tx, colleague);
        }
        await writeJobs(tx, colleague.id, jobs);
        await record({
          action: 'colleague',
          words: `${actorOf(colleague)}: ${jobs.join(', ')} instead of ${before}`,
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

export function jobsInWords(jobs: readonly Job[]): string {
  return jobs.map((job) => allJobs[job].label.split(':')[0]?.toLowerCase()).join(', ') || 'nothing';
}
