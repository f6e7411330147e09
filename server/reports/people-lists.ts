import { titlesOf } from '#server/abstract/abstract-titles.ts';
import type { Content } from '#contract/content.ts';
import { CHOICE } from '#contract/content/combinations.ts';
import type { Question } from '#contract/content/questions-shape.ts';
import { countryOf } from '#contract/countries.ts';
import { requests } from '#contract/requests.ts';
import { type AbstractAuthor, presentersOf } from '#server/abstract/abstract-authors.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import { readSlot, stateInRow } from '#features/programme/decisions.ts';
import { duplicateWords } from '#server/abstract/duplicates.ts';
import { slotWords } from '#features/programme/slots.ts';
import { troubleWords } from '#server/mail/dead-letters.ts';
import { questionsOf, unansweredBy } from '#features/questions/answer-questions.ts';
import { answerWords } from '#features/questions/questions.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';
import { defineList, reference, rowsOf } from './define-list.ts';
import { mailWords } from './list-cells.ts';
import {
  countOf,
  type ListedParticipant,
  participantKey,
  participantsIn,
  WITHOUT_TYPE,
} from './list-participants.ts';
import { abstractsIn, mailsIn, waitingEntriesIn } from './list-rows.ts';

/** The lists of people: who takes part, who waits, what they sent, and the mails to them. */
export function peopleLists(content: Content, origin: string) {
  const { prices, sessions, conference } = content;
  const { questions } = conference;
  // An extra with choices has a column for all of them together, and one for each.
  const countedExtras = prices.extras.flatMap(({ id, label, whole }, at) => {
    const isNext = whole && prices.extras[at - 1]?.whole?.id !== whole.id;
    return [...(isNext ? [whole] : []), { id, label }];
  });
  const has = (only: 'members' | 'invited') =>
    prices.presentationTypes.some(({ onlyFor }) => onlyFor === only);
  const [hasMembers, hasInvited] = [has('members'), has('invited')];
  const hasProofs = prices.presentationTypes.some(({ proof }) => proof);
  const titlesIn = ({
    session_id: sessionId,
    interest_area_id: interestedInId,
  }: {
    session_id: string;
    interest_area_id: string;
  }) => titlesOf({ sessions }, { sessionId, interestedInId });
  return {
    participants: defineList({
      heading: 'Participants',
      leadsTo: 'people',
      count: rowsOf('participants'),
      pages: participantsIn,
      date: 'registered',
      key: participantKey,
      currency: (row) => row.currency,
      fields: (add) => [
        reference,
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.text('phone', 'Phone', (row) => row.phone, 18),
        add.text('institute', 'Institute', (row) => row.institute, 32),
        add.text('country', 'Country', (row) => row.country, 14),
        add.text(
          'type',
          'Presentation type',
          ({ presentationType: type }) =>
            type === undefined ? WITHOUT_TYPE : labelOf(prices, type),
          18,
        ),
        ...(hasMembers ? [add.yes('member', 'Member', (row) => row.isMember)] : []),
        ...(hasInvited ? [add.yes('invited', 'Invited', (row) => row.isInvited)] : []),
        ...(hasProofs ? [add.text('proof', 'Proof', ({ proof }) => proof?.toLowerCase(), 10)] : []),
        add.yes('room', 'Room', (row) => row.hasRoom),
        add.number('nights', 'Nights', (row) => row.nights),
        add.number('guests', 'Guests', (row) => row.guests),
        ...requests.map(({ id, label, kind }) =>
          add[kind](id, label, (row) => row[id], label.length),
        ),
        add.state('state', 'State', (row) => row.state),
        add.time('paid', 'Paid at', (row) => row.paidAt),
        add.money('amount', 'Amount', (row) => row.amountCents),
        add.money('refunded', 'Refunded', (row) => row.refundedCents),
        add.text('provider', 'Provider', (row) => row.provider, 11),
        add.text('receipt', 'Receipt link', ({ receiptPath: path }) => path && origin + path, 50),
        add.time('checked-in', 'Checked in', (row) => row.checkedInAt),
        add.state('attendance', 'Attendance', attendanceOf),
        add.time('registered', 'Registered at', (row) => row.registeredAt),
        add.yes('group', 'In a group', (row) => row.isInGroup),
        add.text('currency', 'Currency', (row) => row.currency?.code, 9),
        ...countedExtras.map(({ id, label }) =>
          add.number(
            extraColumn(id),
            label,
            (row) => countOf(row.extras, id),
            Math.max(label.length, 9),
          ),
        ),
        ...questions.map((question) =>
          add.text(
            columnOf(question),
            question.label,
            ({ answers: { [question.id]: answer } }) =>
              answer === undefined ? undefined : answerWords(question, answer),
            Math.max(question.label.length, 12),
          ),
        ),
        ...(questions.length === 0
          ? []
          : [add.state('answers', 'Answers', (row) => answersState(content, row), 20)]),
      ],
      shown: ['name', 'state', 'reference', 'amount', 'type', 'institute', 'country', 'registered'],
      narrow: 2,
      filters: ['state', 'attendance', 'type', 'country', 'room', 'group', 'provider'].concat(
        requests.filter(({ kind }) => kind === 'yes').map(({ id }) => id),
        questions.filter(({ kind }) => kind !== 'line').map(columnOf),
        questions.length === 0 ? [] : ['answers'],
      ),
    }),
    abstracts: defineList({
      heading: 'Abstracts',
      leadsTo: 'abstracts',
      count: rowsOf('abstracts'),
      pages: abstractsIn,
      date: 'received',
      key: (row) => row.reference,
      currency: () => undefined,
      fields: (add) => [
        reference,
        add.text('prefix', 'Prefix', (row) => row.title_prefix, 7),
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.text('phone', 'Phone', (row) => row.phone, 18),
        add.text('organization', 'Organization', (row) => row.organization, 32),
        add.text('country', 'Country', (row) => countryOf(row.country), 14),
        add.text('area', 'Interest area', (row) => titlesIn(row).interestArea),
        add.text('session', 'Session', (row) => titlesIn(row).session),
        add.text('title', 'Title of the contribution', (row) => row.title, 50),
        add.text('authors', 'Authors', (row) => authorsInWords(row.authors), 50),
        add.text('presenting', 'Presenting author', presentingIn, 26),
        add.text('keywords', 'Keywords', (row) => row.keywords),
        add.text('wish', 'Wish', (row) => row.wish, 12),
        add.yes('publish', 'May be published', (row) => row.publish_at !== null, 16),
        add.state('state', 'State', (row) => stateInRow(row), 13),
        add.time('received', 'Received at', (row) => row.created_at),
        add.text('file', 'File', (row) => row.file_name),
        add.number('bytes', 'Bytes', (row) => row.bytes),
        add.number('versions', 'Versions', (row) => row.versions),
        add.yes('final', 'Final version', (row) => row.file_kind === 'final', 13),
        add.state('scan', 'Virus scan', (row) => row.scan ?? 'NOT_SCANNED', 12),
        add.text('active', 'Active content', (row) => row.active_content, 16),
        add.state('decision', 'Decision', (row) => row.outcome ?? 'UNDECIDED', 11),
        add.text('presentation', 'Presented as', (row) => row.presentation, 14),
        add.text('slot', 'Slot', (row) => slotWords(readSlot(row)), 20),
        add.state('answer', 'Answer', answerIn, 11),
        add.text('duplicates', 'Possible duplicate', (row) => duplicateWords(row.duplicates), 40),
        add.text('sha256', 'SHA-256', (row) => row.sha256, 66),
      ],
      shown: [
        'name',
        'state',
        'title',
        'reference',
        'session',
        'organization',
        'duplicates',
        'received',
      ],
      narrow: 2,
      filters: ['state', 'decision', 'session', 'area', 'country', 'presentation'].concat(
        'answer',
        'wish',
        'publish',
        'final',
        'scan',
      ),
    }),
    'waiting-list': defineList({
      heading: 'Waiting list',
      leadsTo: undefined,
      count: rowsOf('waiting_list'),
      pages: waitingEntriesIn,
      date: 'joined',
      key: (row) => row.id,
      currency: () => undefined,
      fields: (add) => [
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.state('state', 'State', (row) => row.state),
        add.text('type', 'Presentation type', ({ choice }) => labelOf(prices, choice.presentation)),
        add.yes('room', 'Room', ({ choice }) => choice.registration === 'stay'),
        add.number('nights', 'Nights', ({ choice }) => choice.nights),
        add.number('guests', 'Guests', ({ choice }) => choice.guests),
        ...countedExtras.map(({ id, label }) =>
          add.number(extraColumn(id), label, ({ choice: { extras } }) =>
            countOf(
              Object.entries(extras).map(([name, count]) => ({ id: name, count })),
              id,
            ),
          ),
        ),
        add.time('joined', 'Joined at', (row) => row.createdAt),
        add.time('confirmed', 'Confirmed at', (row) => row.confirmedAt),
        add.time('until', 'Kept until', (row) => row.offeredUntil),
      ],
      shown: ['name', 'state', 'type', 'email', 'confirmed', 'until'],
      narrow: 2,
      filters: ['state', 'type', 'room'],
    }),
    mails: defineList({
      heading: 'Mails',
      leadsTo: undefined,
      count: rowsOf('outbox'),
      pages: mailsIn,
      date: 'posted',
      key: (row) => row.id,
      currency: () => undefined,
      fields: (add) => [
        add.text('recipient', 'To', (row) => row.recipient),
        add.state('state', 'State', mailState),
        add.text('kind', 'Kind', (row) => mailWords(row.kind)),
        add.text('letter', 'Letter', (row) => row.subject),
        add.time('posted', 'Written', (row) => row.created_at),
        add.time('sent', 'Sent', (row) => row.sent_at),
        add.number('attempts', 'Tries', (row) => row.attempts),
        add.text('trouble', 'Trouble', (row) => troubleWords(row.trouble ?? '')),
      ],
      shown: ['recipient', 'state', 'kind', 'letter', 'posted', 'sent', 'trouble'],
      narrow: 2,
      filters: ['state', 'kind', 'letter'],
    }),
  };
}

function extraColumn(id: string): string {
  return `extra-${id.replace(CHOICE, '-')}`;
}

function columnOf({ id }: Question): string {
  return `question-${id}`;
}

/** Whether a person with a sure place has answered all questions. */
function answersState(content: Content, person: ListedParticipant): string | undefined {
  const asked = questionsOf(content, person);
  const left = unansweredBy(content, person);
  if (asked.length === 0) return undefined;
  if (left.length === 0) return 'ALL_ANSWERED';
  if (left.some(({ required }) => required)) return 'REQUIRED_ANSWER_MISSING';
  return left.length === asked.length ? 'NOT_ANSWERED' : 'PARTLY_ANSWERED';
}

/** Whether a person with a sure place was checked in. */
function attendanceOf({ state: its, checkedInAt }: ListedParticipant): string | undefined {
  if (checkedInAt !== undefined) return 'CHECKED_IN';
  return its === 'CONFIRMED' ? 'NOT_CHECKED_IN' : undefined;
}

type Answered = Parameters<typeof stateInRow>[0];

function answerIn(row: Answered): string | undefined {
  const state = stateInRow(row);
  return state === 'CONFIRMED' || state === 'WITHDRAWN' ? state : undefined;
}

function presentingIn({ authors }: { authors: readonly AbstractAuthor[] }): string {
  return presentersOf(authors)
    .map(({ name }) => name)
    .join(', ');
}

type Mail = {
  sent_at: string | null;
  dead_at: string | null;
  withdrawn_at: string | null;
  digest_id: string | null;
};

function mailState({ sent_at, dead_at, withdrawn_at, digest_id }: Mail): string {
  if (sent_at !== null) return 'SENT';
  if (digest_id !== null) return 'IN_A_DIGEST';
  if (withdrawn_at !== null) return 'WITHDRAWN';
  return dead_at === null ? 'WAITING' : 'GIVEN_UP';
}
