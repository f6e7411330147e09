import { Readable } from 'node:stream';
import type { Content } from '#contract/content.ts';
import { setWithdrawn } from '#server/abstract/abstracts.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { addVersion } from '#features/author-page/add-version.ts';
import { AUTHOR } from '#server/abstract/author-activity.ts';
import { saveEntries } from '#features/author-page/save-entries.ts';
import { timeAfter } from '#features/programme/slot-cells.ts';
import { submitAbstract } from '#server/abstract/submit-abstract.ts';
import { inTransaction } from '#server/database/database.ts';
import { newId, timestamp } from '#server/identity.ts';
import { planAssignment } from '#features/peer-review/assign-peer-reviews.ts';
import { listPeerReviews, putReview } from '#features/peer-review/peer-reviews.ts';
import { demoContribution } from './demo-contributions.ts';
import type { DemoDeps } from './demo-deps.ts';
import { demoPerson } from './demo-people.ts';
import { smallPdf } from './demo-pdf.ts';

const HOUR = 60 * 60_000;

/** The numbers of an abstract that is sent twice, and of one that is withdrawn after the decision. */
const [TWICE, WITHDRAWN] = [20, 16];

/**
 * Submits an abstract as a PDF of one page. Most authors add what is printed about it, and some send a second version.
 * Returns the id.
 */
export async function sendAbstract(
  deps: DemoDeps,
  person: number,
  number: number,
): Promise<string> {
  const { context, content, mailLayout, now } = deps;
  const { sessions, interestAreas } = content.sessions;
  const written = number === TWICE ? number - 1 : number;
  // The golden ratio spreads the numbers, and more of them are in the first sessions.
  const session = sessions[Math.floor(((written * 0.618) % 1) ** 1.5 * sessions.length)];
  const area = interestAreas[number % interestAreas.length];
  if (!session || !area) throw new Error('the conference has no session or no interest area');
  const { db, clock } = context;
  const places = { ...deps, db, clock, newId };
  const { name, phone, email, institute, country } = demoPerson(person);
  const { title, keywords, authors } = demoContribution(written, person, session.name, area.name);
  const file = (version: number) =>
    received(deps, `abstract-${number + 1}${version > 1 ? `-v${version}` : ''}.pdf`, [
      title,
      name,
      institute,
      `Version ${version}`,
    ]);
  const first = await file(1);
  const abstract = await submitAbstract(
    { ...places, mailLayout },
    {
      ...first,
      submitter: {
        titlePrefix: number % 3 === 0 ? 'Prof' : 'Dr',
        name,
        phone,
        email,
        organizationName: institute,
        country,
        interestedInId: area.id,
        sessionId: session.id,
      },
      session: session.name,
      interestArea: area.name,
    },
    {
      origin: deps.origin,
      async also(tx, sent) {
        if (number % 6 === 5) return;
        const { kinds } = content.conference.abstracts;
        const wish = kinds[number % Math.max(1, kinds.length)];
        const publishAt = number % 4 === 3 ? undefined : timestamp(now.at);
        const printed = { title, keywords, wish, publishAt, authors };
        await saveEntries(tx, sent, { ...sent, ...printed });
      },
    },
  );
  await deps.uploads.forget(first.upload.key);
  if (number % 9 === 4) {
    now.at = new Date(now.at.getTime() + HOUR);
    const second = await file(2);
    const version = { file: second, kind: 'submitted' as const, actor: AUTHOR };
    await addVersion(places, abstract, version, async () => undefined);
    await deps.uploads.forget(second.upload.key);
  }
  return abstract.id;
}

async function received(
  { uploads }: DemoDeps,
  fileName: string,
  [title = '', ...lines]: readonly string[],
): Promise<AcceptedFile> {
  const bytes = smallPdf(title, lines);
  const key = newId();
  await uploads.claimRoom(key, bytes.length, 'demo');
  const upload = await uploads.receive(key, Readable.from([bytes]), bytes.length);
  return { fileName, upload, activeContent: undefined };
}

/** Talks of twenty minutes on the first and the last day, and numbered posters. */
function slotIn({ conference: { dates } }: Content, number: number) {
  if (number % 2 !== 0) {
    const nth = String(Math.ceil(number / 2)).padStart(2, '0');
    return { presentation: 'poster', number: `P${nth}` };
  }
  const starts = timeAfter('10:00', 20 * Math.floor(number / 4));
  return {
    presentation: 'talk',
    day: number % 4 === 0 ? dates.start : dates.end,
    starts,
    ends: starts && timeAfter(starts, 20),
    room: 'Hall A',
  };
}

const REVIEWERS = 8;
/** The number of the first reviewer among the invented people, behind everybody who registers. */
const FIRST_REVIEWER = 1000;
const COMMENTS = [
  'Please say how many samples were measured.',
  'The second figure has no units.',
  'Well written, and new to me.',
];

/** Assigns all abstracts to reviewers. Every fourth reviewer has not sent anything back. */
export async function reviewAbstracts(deps: DemoDeps): Promise<void> {
  const { context, content } = deps;
  const { db } = context;
  const people = Array.from({ length: REVIEWERS }, (_, at) => demoPerson(FIRST_REVIEWER + at));
  const rows = people.map(({ name, email, institute }) => [name, email, institute]);
  const sheet = [['Name', 'Email', 'Institute'], ...rows];
  const plan = await planAssignment(
    { ...deps, payments: context },
    { rows: sheet, isTaken: false },
  );
  await plan.perform();
  const { criteria } = content.conference.abstracts.review;
  const reviews = await listPeerReviews(db);
  const reviewers = [...new Set(reviews.map(({ reviewerId }) => reviewerId))].toSorted();
  for (const [number, review] of reviews.entries()) {
    if (reviewers.indexOf(review.reviewerId) % 4 === 3) continue;
    const scores = criteria.map(({ id, best }, at): [string, number] => {
      return [id, 1 + ((number * 3 + at * 2) % best)];
    });
    const returned = {
      scores: new Map(scores),
      commentForAuthor: COMMENTS[number % 7],
      commentForCommittee: number % 5 === 0 ? 'I would like to hear this as a talk.' : undefined,
      isDeclined: false,
      notes: new Map<string, string>(),
    };
    const now = timestamp(deps.now.at, HOUR);
    await inTransaction(db, (tx) => putReview(tx, review, returned, now));
  }
}

/** Decides about two of three abstracts, by their ids, and tells the authors; some of them confirm, and one withdraws. */
export async function decideAbstracts(
  { context: { db }, content, now }: DemoDeps,
  ids: readonly string[],
): Promise<void> {
  const [toldAt, answeredAt] = [timestamp(now.at, 2 * HOUR), timestamp(now.at, 3 * HOUR)];
  for (const [number, abstract_id] of ids.entries()) {
    if (number % 3 === 2) continue;
    const isAccepted = number % 7 !== 0;
    const outcome = isAccepted ? 'ACCEPTED' : 'REJECTED';
    await db
      .insertInto('decisions')
      .values({
        abstract_id,
        outcome,
        ...(isAccepted && slotIn(content, number)),
        comment: COMMENTS[number % 5] ?? null,
        decided_at: toldAt,
        told_at: toldAt,
        told_outcome: outcome,
        confirmed_at: isAccepted && number % 4 === 0 ? answeredAt : null,
      })
      .execute();
    if (number === WITHDRAWN) {
      await inTransaction(db, (tx) => setWithdrawn(tx, abstract_id, answeredAt));
    }
  }
}
