import { inLanguage } from '#contract/content.ts';
import { endAt } from '#contract/content/moments.ts';
import type { Moment } from '#contract/content/opening.ts';
import { authorReminder } from './mails.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import {
  findAbstract,
  type KeptAbstract,
  listAbstracts,
  lockAbstracts,
  lacksContribution,
} from '#server/abstract/abstracts.ts';
import {
  abstractState,
  type Decision,
  decisionsByAbstract,
  findDecision,
  toldPart,
} from '#features/programme/decisions.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import { postMessages, unwrittenAmong } from '#server/mail/outbox.ts';
import { readersOf } from './letter-readers.ts';
import { aboutOf, type AuthorTask, nameOf, reminderTimes } from './reminder-times.ts';
import type { ReminderDeps } from './write-reminders.ts';

/** An abstract with what decides whether its author is reminded. */
type Known = { abstract: KeptAbstract; decision: Decision | undefined };

type Due = { id: string; task: AuthorTask; event: string; key: string };

/**
 * Writes the reminders to authors that are due by the rules of mails.yaml, and returns their number. The key of each mail
 * names its abstract and its rule, so several servers may run this at once, and nobody gets one twice. While letters are
 * on hold it writes none.
 */
export async function remindAuthors(deps: ReminderDeps, signal?: AbortSignal): Promise<number> {
  const { db } = deps.payments;
  const tasks = new Set(deps.mailLayout.words.reminders.map(aboutOf));
  const wanted = TASKS.filter((task) => tasks.has(task));
  if (wanted.length === 0 || (await findHold(db)) !== undefined) return 0;
  let count = 0;
  for (const due of await listDue(deps, wanted)) {
    if (signal?.aborted) break;
    if (await inTransaction(db, (tx) => remind(tx, deps, due))) count += 1;
  }
  return count;
}

const TASKS: readonly AuthorTask[] = [
  'answer',
  'details',
  'finalVersion',
  'revision',
  'registration',
];

async function listDue(deps: ReminderDeps, tasks: readonly AuthorTask[]): Promise<Due[]> {
  const { db } = deps.payments;
  const abstracts = await listAbstracts(db);
  const decisions = await decisionsByAbstract(db);
  const due = abstracts.flatMap((abstract) => {
    const known = { abstract, decision: decisions.get(abstract.id) };
    return tasks.flatMap((task): Due[] => {
      const event = dueEvent(deps, task, known);
      if (event === undefined) return [];
      return [{ id: abstract.id, task, event, key: `author-reminder:${abstract.id}:${event}` }];
    });
  });
  const open = await unwrittenAmong(db, due);
  if (open.every(({ task }) => task !== 'registration')) return open;
  // The people to whom an organiser writes with the same words.
  const readers = await readersOf(deps, 'word=accepted, not word=registered');
  const unregistered = new Set(
    readers.flatMap(({ contributions }) => contributions.map(({ id }) => id)),
  );
  return open.filter(({ task, id }) => task !== 'registration' || unregistered.has(id));
}

/** The end of the time for a task; undefined if the content sets none. */
function endOf(
  { content: { conference } }: Pick<ReminderDeps, 'content'>,
  task: AuthorTask,
  { decision }: Pick<Known, 'decision'>,
): Moment | undefined {
  const { abstracts, opening, dates } = conference;
  const reviseUntil = decision?.reviseUntil;
  return {
    answer: abstracts.answersUntil,
    details: abstracts.editsUntil,
    finalVersion: abstracts.final?.until,
    revision: reviseUntil === undefined ? undefined : endAt(reviseUntil, dates),
    registration: opening.registration.until,
  }[task];
}

/** Whether the author has this task and has not done it. */
function isMissing(task: AuthorTask, { abstract, decision }: Known): boolean {
  const state = abstractState(abstract, decision);
  if (task === 'details') {
    return state !== 'REJECTED' && state !== 'WITHDRAWN' && lacksContribution(abstract);
  }
  // Nobody learns by a reminder that an abstract is accepted.
  if (decision?.toldAt === undefined) return false;
  if (task === 'answer') return state === 'ACCEPTED';
  if (task === 'revision') return state === 'REVISE';
  const isAccepted = state === 'ACCEPTED' || state === 'CONFIRMED';
  return isAccepted && (task === 'registration' || abstract.fileKind !== 'final');
}

/** The name of the rule that is due for an abstract; undefined if none is. */
function dueEvent(deps: ReminderDeps, task: AuthorTask, known: Known): string | undefined {
  const { payments, content, mailLayout } = deps;
  const end = endOf(deps, task, known);
  const now = payments.clock();
  if (!end || timestamp(now) >= end.at || !isMissing(task, known)) return undefined;
  const rules = mailLayout.words.reminders.filter((rule) => aboutOf(rule) === task);
  const { abstract, decision } = known;
  const createdAt = task === 'details' ? abstract.createdAt : (decision?.toldAt ?? '');
  const due = reminderTimes(
    rules,
    content.conference.dates.timezone,
    now,
  )({
    createdAt,
    authorsEndAt: end.at,
  });
  // A second revision has reminders of its own.
  return due && `${nameOf(due.rule)}${task === 'revision' ? `:${decision?.decidedAt}` : ''}`;
}

/** Writes a reminder unless the author has done the task, withdrawn or been erased meanwhile. */
async function remind(tx: Tx, deps: ReminderDeps, { id, task, event }: Due): Promise<boolean> {
  const { payments, mailLayout, content, origin } = deps;
  await lockAbstracts(tx, [id]);
  const abstract = await findAbstract(tx, id);
  const decision = await findDecision(tx, id);
  const deadline = endOf(deps, task, { decision });
  if (!abstract || !deadline) return false;
  if (dueEvent(deps, task, { abstract, decision }) !== event) return false;
  const { session } = titlesOf(inLanguage(content, abstract.language), abstract);
  const isAccepted = (decision && toldPart(decision))?.outcome === 'ACCEPTED';
  const about = { task, event, session, deadline, origin, isAccepted };
  const mail = authorReminder(mailLayout, abstract, about);
  return (await postMessages(tx, payments, mail)) === 1;
}
