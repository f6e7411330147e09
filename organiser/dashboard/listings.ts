import type { Content } from '#contract/content.ts';
import { countryOf } from '#contract/countries.ts';
import { requests } from '#contract/requests.ts';
import type { Db } from '#server/database/database.ts';
import { abstractsIn, mailsIn, paymentsIn, refundsIn } from '#server/reports/ledger-pages.ts';
import {
  type ListedParticipant,
  participantsIn,
  WITHOUT_TYPE,
} from '#server/reports/list-participants.ts';

export type Cell = string | number | boolean | null;

/** How the page shows the cells of a column. Money is in cents of the currency in the column `currency`. */
export type CellKind = 'text' | 'state' | 'money' | 'time' | 'number' | 'yes';

export type Column = {
  id: string;
  label: string;
  kind: CellKind;
  /** Few different values, so that one can be chosen. */
  filters?: boolean;
  /** Shown only where an organiser chooses it. */
  hidden?: boolean;
  /** Shown on a phone. */
  narrow?: boolean;
  /** In rem, where it is not what its kind takes. */
  width?: number;
};

/** The first line of a table as it is sent; each further line is a list of rows. */
export type ListingHead = {
  heading: string;
  /** Where the first cell of a row, which is no column, leads: /people/… */
  leadsTo: 'people' | 'abstracts' | undefined;
  columns: Column[];
};

export type Listing = {
  head: ListingHead;
  /** Latest first, a page at a time: the key of the row, then a cell of each column. */
  rows: (db: Db) => AsyncGenerator<Cell[][], void>;
};

export const listingNames = ['participants', 'payments', 'refunds', 'abstracts', 'mails'] as const;
export type ListingName = (typeof listingNames)[number];

type ColumnOf<Row> = Column & { of: (row: Row) => Cell | undefined };

function listing<Row>(spec: {
  heading: string;
  leadsTo?: ListingHead['leadsTo'];
  pages: (db: Db) => AsyncGenerator<Row[], void>;
  key: (row: Row) => string;
  columns: ColumnOf<Row>[];
}): Listing {
  // What makes the cells is a function, which JSON leaves out.
  const { heading, leadsTo, columns } = spec;
  return {
    head: { heading, leadsTo, columns },
    async *rows(db) {
      for await (const page of spec.pages(db)) {
        yield page.map((row) => [spec.key(row), ...spec.columns.map(({ of }) => of(row) ?? null)]);
      }
    },
  };
}

const hidden = true;
const narrow = true;
const filters = true;

/** The tables of the dashboard, in the words of this conference. */
export function listingsOf({ prices, sessions }: Content): Record<ListingName, Listing> {
  const types = new Map(prices.presentationTypes.map(({ id, label }) => [id, label]));
  const extras = new Map(prices.extras.map(({ id, label }) => [id, label]));
  const sessionNames = new Map(sessions.sessions.map(({ id, name }) => [id, name]));
  const areas = new Map(sessions.interestAreas.map(({ id, name }) => [id, name]));

  const participants = listing({
    heading: 'Participants',
    leadsTo: 'people',
    pages: (db) => participantsIn(db, 500, 'desc'),
    key: ({ reference, id }) => reference ?? id,
    columns: [
      { id: 'name', label: 'Name', kind: 'text', narrow, width: 11, of: (row) => row.name },
      {
        id: 'state',
        label: 'State',
        kind: 'state',
        narrow,
        filters,
        of: (row) => row.state,
      },
      {
        id: 'type',
        label: 'Presentation type',
        kind: 'text',
        filters,
        width: 10.5,
        of: ({ presentationType: type }) =>
          type === undefined ? WITHOUT_TYPE : (types.get(type) ?? type),
      },
      { id: 'institute', label: 'Institute', kind: 'text', of: (row) => row.institute },
      {
        id: 'country',
        label: 'Country',
        kind: 'text',
        filters,
        width: 8,
        of: (row) => row.country,
      },
      { id: 'amount', label: 'Amount', kind: 'money', of: (row) => row.amountCents },
      { id: 'refunded', label: 'Refunded', kind: 'money', hidden, of: (row) => row.refundedCents },
      {
        id: 'currency',
        label: 'Currency',
        kind: 'text',
        hidden,
        of: (row) => row.currency?.code,
      },
      { id: 'reference', label: 'Reference', kind: 'text', width: 9.5, of: (row) => row.reference },
      { id: 'registered', label: 'Registered', kind: 'time', of: (row) => row.registeredAt },
      { id: 'paid', label: 'Paid', kind: 'time', hidden, of: (row) => row.paidAt },
      { id: 'email', label: 'Email', kind: 'text', hidden, of: (row) => row.email },
      { id: 'phone', label: 'Phone', kind: 'text', hidden, of: (row) => row.phone },
      { id: 'room', label: 'Room', kind: 'yes', hidden, filters, of: (row) => row.hasRoom },
      { id: 'nights', label: 'Nights', kind: 'number', hidden, of: (row) => row.nights },
      { id: 'guests', label: 'Guests', kind: 'number', hidden, of: (row) => row.guests },
      ...requests.map(({ id, label, kind }): ColumnOf<ListedParticipant> => {
        return { id, label, kind, hidden, filters: kind === 'yes', of: (row) => row[id] };
      }),
      {
        id: 'extras',
        label: 'Extras',
        kind: 'text',
        hidden,
        of: (row) =>
          row.extras
            .map(({ id, count }) => `${extras.get(id) ?? id}${count > 1 ? ` × ${count}` : ''}`)
            .join(', '),
      },
      {
        id: 'group',
        label: 'In a group',
        kind: 'yes',
        hidden,
        filters,
        of: (row) => row.isInGroup,
      },
      {
        id: 'provider',
        label: 'Provider',
        kind: 'text',
        hidden,
        filters,
        of: (row) => row.provider,
      },
      { id: 'checked-in', label: 'Checked in', kind: 'time', hidden, of: (row) => row.checkedInAt },
    ],
  });

  const payments = listing({
    heading: 'Payments',
    leadsTo: 'people',
    pages: paymentsIn,
    key: (row) => row.reference,
    columns: [
      { id: 'name', label: 'Name', kind: 'text', narrow, of: (row) => row.payer_name },
      { id: 'state', label: 'State', kind: 'state', narrow, filters, of: (row) => row.state },
      { id: 'amount', label: 'Amount', kind: 'money', narrow, of: (row) => row.amount_cents },
      { id: 'refunded', label: 'Went back', kind: 'money', of: (row) => row.refunded_cents },
      {
        id: 'currency',
        label: 'Currency',
        kind: 'text',
        hidden,
        filters,
        of: (row) => row.currency,
      },
      {
        id: 'provider',
        label: 'Provider',
        kind: 'text',
        filters,
        width: 7,
        of: (row) => row.provider,
      },
      { id: 'begun', label: 'Begun', kind: 'time', of: (row) => row.created_at },
      { id: 'reference', label: 'Reference', kind: 'text', width: 9.5, of: (row) => row.reference },
      { id: 'attempt', label: 'Attempt', kind: 'number', hidden, of: (row) => row.attempt },
      { id: 'mode', label: 'Money', kind: 'text', hidden, filters, of: (row) => row.mode },
      {
        id: 'email',
        label: 'Email',
        kind: 'text',
        hidden,
        of: (row) => row.payer_email,
      },
      {
        id: 'checkout',
        label: 'Provider’s checkout',
        kind: 'text',
        hidden,
        of: (row) => row.provider_ref,
      },
      {
        id: 'money',
        label: 'Provider’s payment',
        kind: 'text',
        hidden,
        of: (row) => row.provider_payment_ref,
      },
      { id: 'id', label: 'Id', kind: 'text', hidden, of: (row) => row.id },
    ],
  });

  const refunds = listing({
    heading: 'Refunds',
    leadsTo: 'people',
    pages: refundsIn,
    key: (row) => row.reference,
    columns: [
      { id: 'name', label: 'Name', kind: 'text', narrow, of: (row) => row.payer_name },
      { id: 'state', label: 'State', kind: 'state', narrow, filters, of: (row) => row.state },
      { id: 'amount', label: 'Amount', kind: 'money', narrow, of: (row) => row.amount_cents },
      { id: 'currency', label: 'Currency', kind: 'text', hidden, of: (row) => row.currency },
      { id: 'reason', label: 'Reason', kind: 'text', filters, of: (row) => row.reason },
      {
        id: 'provider',
        label: 'Provider',
        kind: 'text',
        filters,
        width: 7,
        of: (row) => row.provider,
      },
      { id: 'requested', label: 'Requested', kind: 'time', of: (row) => row.created_at },
      { id: 'reference', label: 'Reference', kind: 'text', width: 9.5, of: (row) => row.reference },
      { id: 'trouble', label: 'Trouble', kind: 'text', hidden, of: (row) => row.trouble },
      {
        id: 'ref',
        label: 'Provider’s refund',
        kind: 'text',
        hidden,
        of: (row) => row.provider_ref,
      },
      { id: 'id', label: 'Id', kind: 'text', hidden, of: (row) => row.id },
    ],
  });

  const abstracts = listing({
    heading: 'Abstracts',
    leadsTo: 'abstracts',
    pages: abstractsIn,
    key: (row) => row.reference,
    columns: [
      { id: 'name', label: 'Name', kind: 'text', narrow, of: (row) => row.name },
      {
        id: 'decision',
        label: 'Decision',
        kind: 'state',
        narrow,
        filters,
        of: (row) => row.outcome ?? 'UNDECIDED',
      },
      { id: 'file', label: 'File', kind: 'text', of: (row) => row.file_name },
      {
        id: 'session',
        label: 'Session',
        kind: 'text',
        filters,
        of: (row) => sessionNames.get(row.session_id) ?? row.session_id,
      },
      {
        id: 'area',
        label: 'Interest area',
        kind: 'text',
        hidden,
        filters,
        of: (row) => areas.get(row.interest_area_id) ?? row.interest_area_id,
      },
      { id: 'organization', label: 'Organization', kind: 'text', of: (row) => row.organization },
      {
        id: 'country',
        label: 'Country',
        kind: 'text',
        filters,
        of: (row) => countryOf(row.country),
      },
      { id: 'sent', label: 'Sent', kind: 'time', of: (row) => row.created_at },
      { id: 'reference', label: 'Reference', kind: 'text', width: 9.5, of: (row) => row.reference },
      { id: 'email', label: 'Email', kind: 'text', hidden, of: (row) => row.email },
      {
        id: 'presentation',
        label: 'Presentation',
        kind: 'text',
        hidden,
        filters,
        of: (row) => row.presentation,
      },
      { id: 'slot', label: 'Slot', kind: 'text', hidden, of: (row) => row.slot },
      { id: 'answer', label: 'Answer', kind: 'state', hidden, filters, of: (row) => row.answer },
      {
        id: 'scan',
        label: 'Virus scan',
        kind: 'state',
        hidden,
        filters,
        of: (row) => row.scan ?? 'NOT_SCANNED',
      },
    ],
  });

  const mails = listing({
    heading: 'Mails',
    pages: mailsIn,
    key: (row) => row.id,
    columns: [
      { id: 'recipient', label: 'To', kind: 'text', narrow, of: (row) => row.recipient },
      { id: 'state', label: 'State', kind: 'state', narrow, filters, of: mailState },
      { id: 'kind', label: 'Kind', kind: 'text', filters, of: (row) => row.kind },
      { id: 'letter', label: 'Letter', kind: 'text', filters, of: (row) => row.subject },
      { id: 'posted', label: 'Written', kind: 'time', of: (row) => row.created_at },
      { id: 'sent', label: 'Sent', kind: 'time', of: (row) => row.sent_at },
      { id: 'attempts', label: 'Tries', kind: 'number', hidden, of: (row) => row.attempts },
      { id: 'trouble', label: 'Trouble', kind: 'text', of: (row) => row.trouble },
    ],
  });

  return { participants, payments, refunds, abstracts, mails };
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
