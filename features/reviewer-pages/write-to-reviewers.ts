import { inLanguage } from '#contract/content.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { instantOf, momentAt } from '#contract/content/moments.ts';
import { DAY } from '#contract/time-spans.ts';
import { listPeerReviews } from '#features/peer-review/peer-reviews.ts';
import { listReviewers, putInvited, type Reviewer } from '#features/peer-review/reviewers.ts';
import {
  matchReviewers,
  movedWords,
  putMatched,
} from '#features/peer-review/reviewer-addresses.ts';
import { readReviewers } from '#features/peer-review/reviewer-sheet.ts';
import { counted } from '#server/counted.ts';
import { type Db, lockKey } from '#server/database/database.ts';
import type { Cell } from '#server/files/sheet-table.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import { inFull, type Message } from '#server/mail/message.ts';
import { unwrittenAmong } from '#server/mail/outbox.ts';
import { act, type Deed } from '#server/operations/act.ts';
import { ActionImpossible, firstOf, type Organising, type Plan } from '#server/operations/plan.ts';
import { reviewMail, type ReviewMail } from './mails.ts';
import { abstractsWithNotes, listOpenNotes } from './notes-to-tell.ts';
import { isOpen, type OwnReview, ownReviews } from './own-reviews.ts';
import { chairOf, reviewStateNow, type ReviewTimes, reviewTimes } from './review-times.ts';
import {
  ensureReviewerPage,
  findReviewerPage,
  listReviewerPages,
  markPage,
  renewLink,
  type ReviewerPage,
} from './reviewer-links.ts';

/**
 * A mail that a reviewer would get. `write` records it before the page is there, and is false if somebody else was faster;
 * `moments` are those of the page.
 */
type Due = {
  reviewer: Reviewer;
  kind: ReviewMail['kind'];
  event: string;
  count?: number | undefined;
  /** The titles of revised versions that wait for a second look. */
  revised?: readonly string[];
  /** The titles of abstracts with new notes of a discussion. */
  notes?: readonly string[];
  write?: (deed: Deed) => Promise<boolean>;
  moments?: Parameters<typeof markPage>[2];
};

function timesOf({ content }: Pick<Organising, 'content'>): ReviewTimes {
  const times = reviewTimes(content);
  if (times) return times;
  throw new ActionImpossible(
    'Reviewers have no pages: `abstracts.reviewer_pages` in conference.yaml switches them on.',
  );
}

function refuseAfterEnd(organising: Pick<Organising, 'content' | 'payments'>): void {
  const times = timesOf(organising);
  if (reviewStateNow(times, timestamp(organising.payments.clock())) !== 'over') return;
  throw new ActionImpossible(
    `The reviews closed ${times.opening.until.words}: change abstracts.reviewer_pages.until first.`,
  );
}

/** Asks the reviewers in a sheet whether they will review. Nobody is asked twice. */
export async function planInvitation(
  organising: Organising,
  { rows }: { rows: readonly (readonly Cell[])[] },
): Promise<Plan> {
  refuseAfterEnd(organising);
  const { payments, content } = organising;
  const known = await listReviewers(payments.db);
  const now = timestamp(payments.clock());
  const entered = readReviewers(rows, content).reviewers;
  const matched = matchReviewers(known, entered, { now, newId: payments.newId });
  const reviewers = matched.map(({ reviewer }) => reviewer);
  const due = matched
    .filter(
      ({ reviewer: { invitedAt, answer } }) => invitedAt === undefined && answer === undefined,
    )
    .map(({ reviewer, before }): Due => {
      // The question at the former address was another one.
      const isMoved = before !== undefined && before.email !== reviewer.email;
      return {
        reviewer,
        kind: 'review-invitation',
        event: isMoved ? `moved ${now}` : 'first',
        async write(deed) {
          await putMatched(deed, { reviewer, before }, payments.newId);
          return putInvited(deed.tx, reviewer.id, deed.now);
        },
      };
    });
  const saying = (answer: Reviewer['answer']) =>
    reviewers.filter((each) => each.answer === answer && each.invitedAt !== undefined).length;
  return sending(organising, due, [
    ...movedWords(matched),
    `Reviewers in the sheet: ${reviewers.length}. Asked before: ${reviewers.length - due.length}, of whom ${saying('YES')} said yes, ${saying('NO')} no, and ${saying(undefined)} nothing.`,
  ]);
}

/** Tells reviewers of assignments about which no mail has told them. */
export async function planTelling(organising: Organising): Promise<Plan> {
  refuseAfterEnd(organising);
  const { db } = organising.payments;
  const work = await openWork(organising);
  const pages = new Map((await listReviewerPages(db)).map((page) => [page.reviewerId, page]));
  const due = work.flatMap(({ reviewer, all }): Due[] => {
    const { toldAt = '', refusedAt, madeAt = '' } = pages.get(reviewer.id) ?? {};
    // A revised version is as new as an assignment.
    const sinceOf = ({ state, abstract, review }: OwnReview) =>
      state === 'AGAIN' ? abstract.fileAt : review.assignedAt;
    const fresh = all.filter((each) => isOpen(each) && sinceOf(each) > toldAt);
    const last = fresh.map(sinceOf).toSorted().at(-1);
    if (last === undefined || refusedAt !== undefined) return [];
    return [
      {
        reviewer,
        kind: 'review-assignment',
        // A mail to the former address of a reviewer was another one.
        event: `${last} ${madeAt}`.trim(),
        count: fresh.length,
        revised: revisedIn(fresh),
        moments: { toldAt: last },
        async write({ tx }) {
          const page = await findReviewerPage(tx, reviewer.id);
          return (page?.toldAt ?? '') < last;
        },
      },
    ];
  });
  return sending(organising, due, []);
}

/** Reminds reviewers with something open, or one of them, each at most once a day. */
export async function planReminder(
  organising: Organising,
  { to }: { to?: string | undefined } = {},
): Promise<Plan> {
  refuseAfterEnd(organising);
  const { payments, content } = organising;
  const { timezone } = content.conference.dates;
  const only = to === undefined ? undefined : await reviewerAt(organising, to);
  const day = dayOf(payments.clock(), timezone);
  const since = instantOf(day, '00:00', timezone);
  const all = await remindersOn(organising, { event: `by hand ${day}`, since });
  const wanted = all.filter(({ reviewer: { id } }) => only === undefined || id === only.id);
  if (only && wanted.length === 0) {
    throw new ActionImpossible(
      `${only.name} (${only.email}) has nothing open of which a mail has told, or does not review.`,
    );
  }
  const reminded = await remindedSince(payments.db, since);
  const due = wanted.filter(({ reviewer: { id } }) => !reminded.has(id));
  const today = wanted.length - due.length;
  const words = today === 0 ? [] : [`Reminded today already: ${counted(today, 'reviewer')}.`];
  return sending(organising, due, words);
}

async function reviewerAt({ payments: { db } }: Organising, email: string): Promise<Reviewer> {
  const all = await listReviewers(db);
  const found = all.find((each) => each.email === normalised(email));
  if (!found) throw new ActionImpossible(`${email} is no reviewer.`);
  return found;
}

/** The reviewers who were reminded at a moment or later, by hand or by a rule. */
async function remindedSince(db: Db, since: string): Promise<ReadonlySet<string>> {
  const kind = 'review-reminder';
  const rows = await db
    .selectFrom('outbox')
    .select('message_key')
    .where('kind', '=', kind)
    .where('created_at', '>=', since)
    .where('withdrawn_at', 'is', null)
    .execute();
  return new Set(
    rows.map(({ message_key: key }) => key.slice(kind.length + 1).split(':')[0] ?? ''),
  );
}

function titleOf({ abstract: { title, reference } }: OwnReview): string {
  return title ?? reference;
}

function revisedIn(all: readonly OwnReview[]): string[] {
  return all.filter(({ state }) => state === 'AGAIN').map(titleOf);
}

/** A reminder, and the moment from which no other one may have been written. */
type Reminding = { event: string; since: string; toldBefore?: string };

async function remindersOn(
  organising: Writing,
  { event, since, toldBefore }: Reminding,
): Promise<Due[]> {
  const pages = new Map(
    (await listReviewerPages(organising.payments.db)).map((page) => [page.reviewerId, page]),
  );
  return (await openWork(organising)).flatMap(({ reviewer, all }): Due[] => {
    const { toldAt, refusedAt } = pages.get(reviewer.id) ?? {};
    const count = all.filter(isOpen).length;
    const isTold = toldAt !== undefined && (toldBefore === undefined || toldAt < toldBefore);
    if (count === 0 || !isTold || refusedAt !== undefined) return [];
    return [
      {
        reviewer,
        kind: 'review-reminder',
        event,
        count,
        revised: revisedIn(all),
        // The chair and the rule may remind at the same moment.
        write: async ({ tx }) => !(await remindedSince(tx, since)).has(reviewer.id),
      },
    ];
  });
}

type Writing = Pick<Organising, 'payments' | 'content' | 'mailLayout' | 'origin'>;

/** Everybody with assignments who has not said no. */
async function openWork({
  payments: { db },
  content,
}: Writing): Promise<{ reviewer: Reviewer; all: OwnReview[] }[]> {
  const assigned = new Set((await listPeerReviews(db)).map(({ reviewerId }) => reviewerId));
  const reviewers = (await listReviewers(db)).filter(
    ({ id, email, answer }) => assigned.has(id) && email !== '' && answer !== 'NO',
  );
  const found: { reviewer: Reviewer; all: OwnReview[] }[] = [];
  for (const reviewer of reviewers) {
    found.push({ reviewer, all: await ownReviews(db, content, reviewer.id) });
  }
  return found;
}

/**
 * Writes the reminders and thanks that are due by the rules of conference.yaml, and returns their number. The key of each
 * mail names reviewer and rule, so several servers may run this at once. While letters are on hold it writes none.
 */
export async function writeDueMails(organising: Writing, signal?: AbortSignal): Promise<number> {
  const { db } = organising.payments;
  if (!reviewTimes(organising.content) || (await findHold(db)) !== undefined) return 0;
  let count = 0;
  for (const due of await dueByRules(organising)) {
    if (signal?.aborted) break;
    count += await act({ ...organising, actor: 'server' }, (deed) => post(organising, deed, [due]));
  }
  return count;
}

/** The reminders and thanks that are due now, or at another moment. */
async function dueByRules(organising: Writing): Promise<Due[]> {
  const { payments } = organising;
  const { rules, opening } = timesOf(organising);
  const now = timestamp(payments.clock());
  const end = new Date(opening.until.at);
  const due = rules.reminders
    .map((days) => ({ days, at: timestamp(end, -days * DAY) }))
    .filter(({ at }) => at <= now && now < opening.until.at)
    // The latest stands for the earlier ones, and a rule does not reach back for more than a day.
    .toSorted((one, other) => one.days - other.days)
    .slice(0, 1)
    .filter(({ at }) => timestamp(payments.clock(), -DAY) < at);
  const { timezone } = organising.content.conference.dates;
  const reminders: Due[] = [];
  for (const { days, at } of due) {
    // A reminder by hand on the day of the rule, or since, stands for that of the rule.
    const since = instantOf(dayOf(at, timezone), '00:00', timezone);
    const reminded = await remindedSince(payments.db, since);
    const all = await remindersOn(organising, { event: `${days} days`, since, toldBefore: at });
    reminders.push(...all.filter(({ reviewer: { id } }) => !reminded.has(id)));
  }
  const thanks = rules.thanks && now < opening.until.at ? await thanksNow(organising) : [];
  const all = [...reminders, ...thanks, ...(await notesNow(organising))];
  const keyed = all.map((each) => ({
    ...each,
    key: `${each.kind}:${each.reviewer.id}:${each.event}`,
  }));
  return unwrittenAmong(payments.db, keyed);
}

async function thanksNow(organising: Writing): Promise<Due[]> {
  const pages = new Map(
    (await listReviewerPages(organising.payments.db)).map((page) => [page.reviewerId, page]),
  );
  return (await openWork(organising)).flatMap(({ reviewer, all }): Due[] => {
    const page = pages.get(reviewer.id);
    const isDone = all.some(({ state }) => state === 'SUBMITTED') && !all.some(isOpen);
    if (!isDone || !page || page.thankedAt !== undefined || page.refusedAt !== undefined) return [];
    return [
      {
        reviewer,
        kind: 'review-thanks',
        event: 'once',
        moments: { thankedAt: timestamp(organising.payments.clock()) },
      },
    ];
  });
}

/** Tells reviewers of new notes in discussions, each at most once a day. */
async function notesNow(organising: Writing): Promise<Due[]> {
  const { db, clock } = organising.payments;
  if (!organising.content.conference.abstracts.reviewerPages?.discussion) return [];
  const now = timestamp(clock());
  const notes = await listOpenNotes(db);
  if (notes.length === 0) return [];
  const pages = new Map((await listReviewerPages(db)).map((page) => [page.reviewerId, page]));
  return (await openWork(organising)).flatMap(({ reviewer, all }): Due[] => {
    const { notesToldAt, refusedAt } = pages.get(reviewer.id) ?? {};
    const isEarly = notesToldAt !== undefined && notesToldAt > timestamp(clock(), -DAY);
    if (!pages.has(reviewer.id) || refusedAt !== undefined || isEarly) return [];
    const fresh = abstractsWithNotes(notes, all, notesToldAt);
    if (fresh.length === 0) return [];
    return [
      {
        reviewer,
        kind: 'review-discussion',
        event: `notes ${now}`,
        notes: fresh.map(titleOf),
        moments: { notesToldAt: now },
        // Another server may have told of them at the same moment.
        async write({ tx }) {
          const page = await findReviewerPage(tx, reviewer.id);
          return page?.notesToldAt === notesToldAt;
        },
      },
    ];
  });
}

/** Gives a reviewer another link, and mails it. The former link ends. */
export async function planNewLink(
  organising: Organising,
  { email }: { email: string },
): Promise<Plan> {
  timesOf(organising);
  const { payments } = organising;
  const reviewer = await reviewerAt(organising, email);
  const pages = await listReviewerPages(payments.db);
  const page = pages.find(({ reviewerId }) => reviewerId === reviewer.id);
  const next = payments.newId();
  const kind = page?.toldAt === undefined ? 'review-invitation' : 'review-assignment';
  const due: Due = {
    reviewer,
    kind,
    event: `link ${next}`,
    async write({ tx, now }) {
      if (!page) return true;
      return renewLink(tx, page, { next, reason: 'RENEWED', now });
    },
  };
  return sending(organising, [due], page ? ['The link so far opens nothing any more.'] : []);
}

function sending(organising: Organising, due: readonly Due[], words: readonly string[]): Plan {
  const [first] = due;
  const to = counted(due.length, 'reviewer');
  return {
    words: [
      ...words,
      ...(first
        ? [
            `${counted(due.length, 'mail')}, the first of them:`,
            ...inFull(
              mailOf(organising, first, { token: '…', language: organising.content.language }),
            ),
            ...firstOf(
              due.map(({ reviewer: { name, email }, count }) => {
                return `  ${name} (${email})${count === undefined ? '' : `: ${counted(count, 'abstract')}`}`;
              }),
            ).map(String),
          ]
        : ['Nobody is to get a mail.']),
    ],
    button: first && `Send to ${to}`,
    async perform() {
      const count = await act(organising, async (deed) => {
        const sent = await post(organising, deed, due);
        if (sent > 0) await deed.record({ action: 'review', words: `${first?.kind}: ${sent}` });
        return sent;
      });
      return [`Mails in the outbox: ${count}.`];
    },
  };
}

async function post(organising: Writing, deed: Deed, due: readonly Due[]): Promise<number> {
  const { payments, content } = organising;
  await lockKey(deed.tx, 'reviewer-mails');
  const mails: Message[] = [];
  for (const each of due) {
    // The row of somebody who is asked for the first time is written with the mail.
    const isNew = each.kind === 'review-invitation' && each.write !== undefined;
    if (!isNew && !(await isStillThere(deed.tx, each.reviewer))) continue;
    if (each.write && !(await each.write(deed))) continue;
    const making = { token: payments.newId(), language: content.language, now: deed.now };
    const page = await ensureReviewerPage(deed.tx, each.reviewer.id, making);
    if (each.moments) await markPage(deed.tx, each.reviewer.id, each.moments);
    mails.push(mailOf(organising, each, page));
  }
  return deed.post(...mails);
}

async function isStillThere(db: Db, { id, email }: Reviewer): Promise<boolean> {
  const [reviewer] = await listReviewers(db, id);
  return reviewer?.email === email;
}

function mailOf(
  { mailLayout, origin, content }: Writing,
  { reviewer, kind, event, count, revised, notes }: Due,
  page: Pick<ReviewerPage, 'token' | 'language'>,
): Message {
  return reviewMail(mailLayout, reviewer, {
    kind,
    event,
    page: { ...page, reviewerId: reviewer.id },
    origin,
    contact: chairOf(content).email,
    // A discussion may go on after the end of the reviews.
    deadline: (language) =>
      kind === 'review-discussion'
        ? undefined
        : timesOf({ content: inLanguage(content, language) }).opening.until.label,
    ...(count !== undefined && { count }),
    ...(revised && { revised }),
    ...(notes && { notes }),
  });
}

/** A dry run of the rules: when which mails go out by themselves. */
export async function mailRules(
  organising: Writing,
): Promise<{ lines: string[]; now: string[] } | undefined> {
  if (!reviewTimes(organising.content)) return undefined;
  const { rules, opening } = timesOf(organising);
  const end = new Date(opening.until.at);
  const lines = rules.reminders.map((days) => {
    const { label } = momentAt(timestamp(end, -days * DAY), organising.content.conference.dates);
    return `Reminder to reviewers with something open: ${label}, ${counted(days, 'day')} before the end.`;
  });
  const thanks = rules.thanks
    ? ['Thanks: within ten minutes after the last open review of a reviewer.']
    : [];
  const discussion = rules.discussion
    ? [
        'New notes of a discussion: within ten minutes, and at most one mail a day to each reviewer.',
      ]
    : [];
  const due = await dueByRules(organising);
  return {
    lines: [...lines, ...thanks, ...discussion],
    now: due.map(({ kind, reviewer: { name, email } }) => `${kind}: ${name} (${email})`),
  };
}
