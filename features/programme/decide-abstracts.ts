import { inLanguage, type Content } from '#contract/content.ts';
import { counted } from '#server/counted.ts';
import { type KeptAbstract, listAbstracts, lockAbstracts } from '#server/abstract/abstracts.ts';
import { lockKey, type Db } from '#server/database/database.ts';
import { durationWords } from '#server/config/quotas.ts';
import { countUnsent, wasSent, withdrawAbout } from '#server/mail/outbox.ts';
import { act, type Deed } from '#server/operations/act.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { abstractDecided } from './mails.ts';
import { addedColumns, type SheetDecision } from './decision-sheet.ts';
import { type Decided, type Decision, decisionsByAbstract, putDecision } from './decisions.ts';
import { isRevised } from './revisions.ts';
import { isSameSlot, slotOf, slotWords } from './slots.ts';
import {
  ActionImpossible,
  firstOf,
  type Organising,
  type Plan,
  refuseMistakes,
} from '#server/operations/plan.ts';
import { daysBetween } from '#contract/content/calendar-days.ts';
import { endAt } from '#contract/content/moments.ts';
import type { Moment } from '#contract/content/opening.ts';
import { features } from '#server/features.ts';
import { timestamp } from '#server/identity.ts';
import { authorsByAbstract, authorsOf, presentersOf } from '#server/abstract/abstract-authors.ts';
import { peopleTwice, presentedAmong } from './people-clashes.ts';
import { chairsTwice, earlySlots, slotMistakes } from './slot-mistakes.ts';

declare module '#server/features.ts' {
  interface FeatureSections {
    /** The moment at which the pages close on which reviewers look at a revised version again; undefined without pages. */
    secondLookEnds?: (content: Pick<Content, 'conference'>) => Moment | undefined;
  }
}

/** The wanted decision about one abstract, and the decision before the plan. */
type Wanted = {
  row: number;
  abstract: KeptAbstract;
  decided: Decided;
  before: Decision | undefined;
};

/**
 * Records the committee's decisions. If `isSending`, it mails the authors once about each decision, and again if the
 * decision changes. An abstract without a decision in the sheet does not change.
 */
export async function planDecisions(
  organising: Organising,
  {
    decisions,
    isSending,
    session,
    isOfTrack = false,
    mailsPerHour = Infinity,
  }: {
    decisions: readonly SheetDecision[];
    isSending: boolean;
    /** The form of a track chair has no slots, and names none of other sessions. */
    isOfTrack?: boolean;
    /** The limit of mails in an hour, which letters wait for. */
    mailsPerHour?: number;
    /** The only session that a track chair decides about. */
    session?: { id: string; name: string } | undefined;
  },
): Promise<Plan> {
  const { db } = organising.payments;
  const abstracts = new Map((await listAbstracts(db)).map((each) => [each.reference, each]));
  refuseMistakes(
    decisions
      .filter(({ reference }) => !abstracts.has(reference))
      .map(
        ({ row, reference }) => `row ${row}, column Reference: there is no abstract ${reference}`,
      ),
  );
  const known = await decisionsByAbstract(db);
  const all = decisions.flatMap(({ row, reference, decided }): Wanted[] => {
    const abstract = abstracts.get(reference);
    if (!abstract || !decided) return [];
    const before = known.get(abstract.id);
    return [{ row, abstract, decided: completed(decided, before), before }];
  });
  refuseMistakes(
    all.flatMap(({ row, decided, before }) =>
      reviseMistakes(
        { decided, before, now: timestamp(organising.payments.clock()) },
        organising,
      ).map((words) => `row ${row}, column Revise until: ${words}`),
    ),
  );
  refuseMistakes(
    all.flatMap(({ row, abstract }) =>
      session && abstract.sessionId !== session.id
        ? [
            `row ${row}, column Reference: ${abstract.reference} is not in the session ${session.name}`,
          ]
        : [],
    ),
  );
  const withdrawn = all.filter(({ abstract }) => abstract.withdrawnAt !== undefined);
  const wanted = all.filter((one) => !withdrawn.includes(one));
  const passedOver = withdrawn.filter(({ before, decided }) => !before || !isSame(before, decided));
  const notes = [
    ...(isOfTrack ? [] : await checkSlots(db, organising.content, slotsIn(wanted))),
    ...formerComments(wanted, await reviewersComments(db, organising)),
    ...lateRevisions(wanted, organising.content),
  ];
  const wordsIn = (decided: Decided | undefined) => wordsOf(decided, organising.content);
  const count = (is: (one: Wanted) => boolean) => wanted.filter(is).length;
  const changed = wanted.filter(({ before, decided }) => before && !isSame(before, decided));
  const mailCount = count(({ abstract, before, decided }) => isUntold(abstract, before, decided));
  return {
    words: [
      `New: ${count(({ before, decided }) => !before && decided.outcome === 'ACCEPTED')} accepted, ${count(({ before, decided }) => !before && decided.outcome === 'REJECTED')} rejected${reviseWords(count(({ before, decided }) => !before && decided.outcome === 'REVISE'))}. Changed: ${changed.length}. Unchanged: ${count(({ before, decided }) => before !== undefined && isSame(before, decided))}. Without a decision in the sheet: ${decisions.length - all.length}.`,
      ...changed.map(
        ({ abstract, before, decided }) =>
          `  ${abstract.reference}: ${wordsIn(before)} becomes ${wordsIn(decided)}${commentWords(before, decided)} ${namedIn(abstract)}`,
      ),
      ...passedOver.map(
        ({ abstract }) =>
          `  ${abstract.reference} ${namedIn(abstract)} is withdrawn: its decision stays as it is.`,
      ),
      // Spreadsheet programs change slots more often than other cells, so the plan shows them.
      ...wanted
        .filter(({ before, decided }) => !before && slotWords(decided) !== undefined)
        .map(
          ({ abstract, decided }) =>
            `  ${abstract.reference}: ${wordsIn(decided)} ${namedIn(abstract)}`,
        ),
      ...notes,
      isSending ? `Letters to authors: ${mailCount}.` : 'No letter is sent.',
      ...(isSending && mailCount > 0 && mailsPerHour !== Infinity
        ? [durationWords(mailCount, (await countUnsent(db, [])).count, mailsPerHour)]
        : []),
    ],
    button:
      wanted.length === 0
        ? undefined
        : `Record ${wanted.length === 1 ? `the decision on ${wanted[0]?.abstract.reference}` : `${wanted.length} decisions`}${isSending ? `, send ${counted(mailCount, 'letter')}` : ''}`,
    async perform() {
      const { decided, told } = await act(organising, (deed) =>
        decide(deed, organising, wanted, { isSending, session, isOfTrack }),
      );
      return [`Decisions recorded: ${decided}. Letters in the outbox: ${told}.`];
    },
  };
}

async function decide(
  { tx, now, moment, post, record }: Deed,
  { content, mailLayout, origin }: Organising,
  wanted: readonly Wanted[],
  {
    isSending,
    session: only,
    isOfTrack,
  }: Pick<Parameters<typeof planDecisions>[1], 'isSending' | 'session' | 'isOfTrack'>,
): Promise<{ decided: number; told: number }> {
  await lockKey(tx, 'decisions');
  // An author who withdraws meanwhile waits, and then finds the letter in the outbox.
  await lockAbstracts(
    tx,
    wanted.map(({ abstract }) => abstract.id),
  );
  if (!isOfTrack) await checkSlots(tx, content, slotsIn(wanted));
  const known = await decisionsByAbstract(tx);
  const commentOf = await reviewersComments(tx, { content });
  const abstracts = new Map((await listAbstracts(tx)).map((each) => [each.id, each]));
  let [decided, told] = [0, 0];
  for (const { abstract: planned, decided: wish, before } of wanted) {
    const abstract = abstracts.get(planned.id);
    // The abstract was erased or withdrawn after the plan was made.
    if (!abstract || abstract.withdrawnAt !== undefined) continue;
    if (only && abstract.sessionId !== only.id) {
      throw new ActionImpossible(`${abstract.reference} is in another session meanwhile.`);
    }
    const current = known.get(abstract.id);
    const isDone = current !== undefined && isSame(current, wish);
    if (!isDone && current?.decidedAt !== before?.decidedAt) {
      throw new ActionImpossible(
        `${abstract.reference} has another decision meanwhile. Please check it and try again.`,
      );
    }
    const isTold = isSending && isUntold(abstract, current, wish);
    const decision = {
      ...wish,
      commentFrom: commentFrom(wish, commentOf(abstract.id), current),
      abstractId: abstract.id,
      decidedAt: isDone ? current.decidedAt : now,
      toldAt: isTold ? now : current && tellsSame(current, wish) ? current.toldAt : undefined,
    };
    if (isDone && !isTold) continue;
    await putDecision(tx, decision);
    if (current && !tellsSame(current, wish)) {
      // A letter that waits would tell the former decision.
      await withdrawAbout(tx, abstract.reference, { kinds: ['abstract-decided'] }, moment);
    }
    if (!isDone) {
      decided += 1;
      await record({
        action: 'decide',
        reference: abstract.reference,
        words: wordsOf(wish, content),
      });
    }
    if (isTold) {
      const { session } = titlesOf(inLanguage(content, abstract.language), abstract);
      // Nobody reads of a change who has not read of the acceptance.
      const isKnown = current?.toldOutcome === 'ACCEPTED' && wish.outcome === 'ACCEPTED';
      const isChange = isKnown && (await wasSent(tx, abstract.reference, 'abstract-decided'));
      const mail = abstractDecided(mailLayout, abstract, decision, { session, origin, isChange });
      told += await post(mail);
    }
  }
  return { decided, told };
}

/** Whether the author needs a mail. Authors who have withdrawn get no mail. */
function isUntold(
  { withdrawnAt }: KeptAbstract,
  current: Decision | undefined,
  decided: Decided,
): boolean {
  if (withdrawnAt !== undefined) return false;
  if (!current || current.outcome !== decided.outcome) return true;
  return current.toldAt === undefined || !tellsSame(current, decided);
}

/** The present comments for the author that the reviewers of an abstract wrote. */
async function reviewersComments(
  db: Db,
  { content }: Pick<Organising, 'content'>,
): Promise<(abstractId: string) => string> {
  const reviews = await addedColumns()?.read(db, content.conference);
  return (abstractId) => reviews?.commentOf(abstractId) ?? '';
}

/** A comment stays of the reviewers if they have changed theirs since. */
function commentFrom(
  { comment }: Decided,
  ofReviewers: string,
  before: Decision | undefined,
): Decision['commentFrom'] {
  if (plainOf(comment) === plainOf(ofReviewers)) return 'REVIEWERS';
  return before && before.comment === comment ? before.commentFrom : undefined;
}

/** Sentences about revised abstracts whose authors would read the comment of the decision before again. */
function formerComments(
  wanted: readonly Wanted[],
  commentOf: (abstractId: string) => string,
): string[] {
  return wanted.flatMap(({ abstract, before, decided }) => {
    const { comment } = decided;
    const isFormer = isRevised(abstract, before) && comment !== undefined;
    if (!before || !isFormer || before.comment !== comment) return [];
    const present = plainOf(commentOf(abstract.id));
    if (isSame(before, decided) || present === plainOf(comment)) return [];
    return [
      `  ${abstract.reference} ${namedIn(abstract)}: its comment for the author is still that of the decision before, and the reviewers' comments are others now.`,
    ];
  });
}

/** Reviewers could not look again at what authors send after their pages have closed. */
function lateRevisions(wanted: readonly Wanted[], content: Content): string[] {
  const ends = features()
    .map(({ sections }) => sections?.secondLookEnds?.(content))
    .find((moment) => moment !== undefined);
  const late = wanted.filter(({ decided: { outcome, reviseUntil = '' } }) => {
    return outcome === 'REVISE' && ends !== undefined && reviseUntil >= ends.at;
  });
  if (!ends || late.length === 0) return [];
  const references = firstOf(late.map(({ abstract: { reference } }) => reference)).join(', ');
  return [
    `The pages of reviewers close ${ends.words}, and these authors may revise as long or longer, so nobody could look again: ${references}. Move abstracts.reviewer_pages.until, or choose an earlier day.`,
  ];
}

/** Sheets change spaces and the ends of lines. */
function plainOf(comment: string | undefined): string {
  return (comment ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Values of columns that the sheet does not have stay, unless the outcome changes. */
function completed(
  { outcome, ...said }: Pick<Decided, 'outcome'> & Partial<Decided>,
  before: Decision | undefined,
): Decided {
  const kept: Partial<Decided> = before?.outcome === outcome ? before : {};
  const { presentation, comment, reviseUntil } = kept;
  return { outcome, presentation, comment, reviseUntil, ...slotOf(kept), ...said };
}

/** Why an author cannot revise until this moment. An unchanged one may be over already. */
function reviseMistakes(
  { decided, before, now }: { decided: Decided; before: Decision | undefined; now: string },
  { content: { conference } }: Pick<Organising, 'content'>,
): string[] {
  const { outcome, reviseUntil: until } = decided;
  if (outcome !== 'REVISE') return [];
  if (until === undefined) return ['is empty: until when may the author send a better version?'];
  if (before?.outcome === 'REVISE' && before.reviseUntil === until) return [];
  if (until <= now) return ['is over already'];
  const { begins } = conference.abstracts;
  return until > begins.at ? [`is later than ${begins.label}, when the conference begins`] : [];
}

function reviseWords(count: number): string {
  return count === 0 ? '' : `, ${count} to revise`;
}

function slotsIn(wanted: readonly Wanted[]): Map<string, WantedSlot> {
  return new Map(wanted.map(({ row, abstract, decided }) => [abstract.id, { row, decided }]));
}

/** Whether the letter about a decision would say the same. Its track and chair are not in it. */
function tellsSame(a: Decided, b: Decided): boolean {
  return (
    a.outcome === b.outcome &&
    a.reviseUntil === b.reviseUntil &&
    a.presentation === b.presentation &&
    a.comment === b.comment &&
    slotWords(a) === slotWords(b)
  );
}

function isSame(a: Decided, b: Decided): boolean {
  return tellsSame(a, b) && isSameSlot(a, b);
}

/** The name and the title in brackets, by which an organiser knows an abstract. */
function namedIn({ name, title }: KeptAbstract): string {
  return title === undefined ? `(${name})` : `(${name}, “${title}”)`;
}

function commentWords(before: Decided | undefined, { comment }: Decided): string {
  if (before?.comment === comment) return '';
  return comment === undefined ? ', without its comment' : ', with another comment';
}

function wordsOf(
  decided: Decided | undefined,
  { conference: { dates } }: Pick<Content, 'conference'>,
): string {
  if (!decided) return 'undecided';
  const { outcome, presentation, track, chair, reviseUntil } = decided;
  return [
    outcome.toLowerCase(),
    reviseUntil && `until ${endAt(reviseUntil, dates).label}`,
    presentation,
    slotWords(decided),
    track && `track ${track}`,
    chair && `chair ${chair}`,
  ]
    .filter((words) => words !== undefined)
    .join(', ');
}

/** A decision that is to be recorded, by the id of its abstract. */
type WantedSlot = { row: number; decided: Decided };

/**
 * Refuses impossible slots among these decisions, beside those that are recorded already, and beside the agenda. Returns
 * sentences about slots that are possible and surprising.
 */
async function checkSlots(
  db: Db,
  content: Pick<Content, 'agenda' | 'conference' | 'sessions'>,
  wanted: ReadonlyMap<string, WantedSlot>,
): Promise<string[]> {
  const { agenda, conference } = content;
  const { dates } = conference;
  const known = await decisionsByAbstract(db);
  const authors = await authorsByAbstract(db);
  const placed = (await listAbstracts(db)).flatMap((abstract) => {
    const { id, reference, withdrawnAt } = abstract;
    const { row, decided = known.get(id) } = wanted.get(id) ?? {};
    if (decided?.outcome !== 'ACCEPTED' || withdrawnAt !== undefined) return [];
    const presenters = presentersOf(authorsOf(abstract, authors));
    const place = row === undefined ? undefined : { order: row, words: `row ${row}` };
    return [{ reference, place, decided, presenters, abstract, decision: decided }];
  });
  const days = daysBetween(dates.start, dates.end);
  const calendar = { days, agenda: agenda.days };
  refuseMistakes(slotMistakes(placed, calendar));
  return [
    ...earlySlots(placed, calendar),
    ...chairsTwice(placed),
    ...peopleTwice(presentedAmong(placed, content), calendar),
  ];
}
