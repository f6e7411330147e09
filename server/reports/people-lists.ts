import { titlesOf } from '#server/abstract/abstract-titles.ts';
import type { Content, Prices } from '#contract/content.ts';
import { CHOICE } from '#contract/content/combinations.ts';
import { countryOf } from '#contract/countries.ts';
import { requests } from '#contract/requests.ts';
import { type AbstractAuthor, presentersOf } from '#server/abstract/abstract-authors.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import { duplicateWords } from '#server/abstract/duplicates.ts';
import { troubleWords } from '#server/mail/dead-letters.ts';
import { features } from '#server/features.ts';
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
import { stateOfAbstract } from './known-by-features.ts';
import { abstractsIn, mailsIn } from './list-rows.ts';

/** The lists of people: who takes part, who waits, what they sent, and the mails to them. */
export function peopleLists(content: Content, origin: string) {
  return {
    participants: participantsList(content, origin),
    abstracts: abstractsList(content),
    mails,
  };
}

function participantsList(content: Content, origin: string) {
  const { prices } = content;
  const countedExtras = extrasCounted(prices);
  const has = (only: 'members' | 'invited') =>
    prices.presentationTypes.some(({ onlyFor }) => onlyFor === only);
  const [hasMembers, hasInvited] = [has('members'), has('invited')];
  const typeOf = ({ presentationType: type }: ListedParticipant) =>
    type === undefined ? WITHOUT_TYPE : labelOf(prices, type);
  return defineList({
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
      add.text('type', 'Presentation type', typeOf, 18),
      ...(hasMembers ? [add.yes('member', 'Member', (row) => row.isMember)] : []),
      ...(hasInvited ? [add.yes('invited', 'Invited', (row) => row.isInvited)] : []),
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
    ],
    shown: ['name', 'state', 'reference', 'amount', 'type', 'institute', 'country', 'registered'],
    narrow: 2,
    filters: ['state', 'attendance', 'type', 'country', 'room', 'group', 'provider'].concat(
      requests.filter(({ kind }) => kind === 'yes').map(({ id }) => id),
    ),
    added: features().map(({ watch }) => watch?.people?.columns?.(content) ?? []),
  });
}

type Titled = { session_id: string; interest_area_id: string };

function abstractsList({ sessions }: Pick<Content, 'sessions'>) {
  const titlesIn = ({ session_id: sessionId, interest_area_id: interestedInId }: Titled) =>
    titlesOf({ sessions }, { sessionId, interestedInId });
  return defineList({
    heading: 'Abstracts',
    leadsTo: 'abstracts',
    count: rowsOf('abstracts'),
    pages: abstractsIn,
    date: 'received',
    key: (row) => row.reference,
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
      add.state('state', 'State', stateOfAbstract, 13),
      add.time('received', 'Received at', (row) => row.created_at),
      add.text('file', 'File', (row) => row.file_name),
      add.number('bytes', 'Bytes', (row) => row.bytes),
      add.number('versions', 'Versions', (row) => row.versions),
      add.yes('final', 'Final version', (row) => row.file_kind === 'final', 13),
      add.state('scan', 'Virus scan', (row) => row.scan ?? 'NOT_SCANNED', 12),
      add.text('active', 'Active content', (row) => row.active_content, 16),
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
    filters: ['state', 'session', 'area', 'country', 'wish', 'publish', 'final', 'scan'],
    added: features().map(({ watch }) => watch?.abstracts?.columns() ?? []),
  });
}

const mails = defineList({
  heading: 'Mails',
  count: rowsOf('outbox'),
  pages: mailsIn,
  date: 'posted',
  key: (row) => row.id,
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
});

/** The extras of which a list counts each: one with choices has a column for all of them together, and one for each. */
export function extrasCounted({ extras }: Pick<Prices, 'extras'>) {
  return extras.flatMap(({ id, label, whole }, at) => {
    const isNext = whole && extras[at - 1]?.whole?.id !== whole.id;
    return [...(isNext ? [whole] : []), { id, label }];
  });
}

/** The id of the column of an extra. */
export function extraColumn(id: string): string {
  return `extra-${id.replace(CHOICE, '-')}`;
}

/** Whether a person with a sure place was checked in. */
function attendanceOf({ state: its, checkedInAt }: ListedParticipant): string | undefined {
  if (checkedInAt !== undefined) return 'CHECKED_IN';
  return its === 'CONFIRMED' ? 'NOT_CHECKED_IN' : undefined;
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
