import * as z from 'zod/mini';
import type { Prices } from '#contract/content.ts';
import { endIn, moment } from '#contract/content/moments.ts';
import { amountWithCode, asCents, type Cents, moneyText } from '#contract/money.ts';
import { person } from '#contract/person.ts';
import { line } from '#contract/text.ts';
import { readAmount } from '#contract/typed-amount.ts';
import { inTransaction } from '#server/database/database.ts';
import {
  type Cell,
  type ColumnNames,
  passedOverWords,
  readTable,
  type SheetRow,
} from '#server/files/sheet-table.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import { mailAsText } from '#server/mail/mail-template.ts';
import type { Message } from '#server/mail/message.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { recordActivity } from '#server/operations/activities.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  organisingIn,
  type Plan,
  refuseMistakes,
} from '#server/operations/plan.ts';
import { endText } from './order-facts.ts';
import {
  insertInvitation,
  type Invitation,
  invitationsOf,
  pathOfInvitation,
  stateOfInvitation,
  withdrawInvitations,
} from './invitations.ts';
import { labelOf, priceOf } from './registration-price.ts';

type Column = 'Name' | 'Email' | 'Presentation type' | 'Price' | 'Percent off' | 'Note';
const names: ColumnNames<Column> = [
  ['Name', 'Full name'],
  ['Email', 'Email address', 'Mail', 'Mail address'],
  ['Presentation type', 'Type', 'Takes part as'],
  ['Price', 'Amount', 'Fee'],
  ['Percent off', 'Discount', 'Off'],
  ['Note', 'Words', 'Remark'],
];
const NEEDED: Column[] = ['Name', 'Email', 'Presentation type'];

/** One row of the sheet. */
type Invited = { row: number } & Pick<
  Invitation,
  'name' | 'email' | 'presentation' | 'unitCents' | 'note'
>;

/**
 * Gives everybody in a sheet a personal link with a price of its own. The link is mailed; whoever uses it first registers
 * with this price, also as a type that is closed. The same sheet again mails nobody twice.
 */
export async function planInvitationLinks(
  organising: Organising,
  {
    rows,
    until,
    language,
  }: { rows: readonly (readonly Cell[])[]; until: string; language?: string | undefined },
): Promise<Plan> {
  const spoken = organisingIn(organising, language);
  const { payments, content, mailLayout, origin } = spoken;
  const { db, clock, currency } = payments;
  const lapsesAt = endOf(spoken, until);
  const { invited, passedOver } = readInvited(organising, rows);
  const fresh: Invited[] = [];
  const known: string[] = [];
  for (const one of invited) {
    const open = await openLinkOf(organising, one);
    if (open) known.push(`row ${one.row}: ${one.name} has an open link already.`);
    else fresh.push(one);
  }
  const [first] = fresh;
  const mail =
    first &&
    invitedMail(mailLayout, content.prices, {
      ...first,
      id: '…',
      token: '…',
      until: endText(lapsesAt),
      origin,
    });
  const people = fresh.length === 1 ? '1 person' : `${fresh.length} people`;
  return {
    words: [
      ...fresh.map(
        ({ row, name, email, presentation, unitCents }) =>
          `row ${row}: ${name}, ${email}, ${labelOf(content.prices, presentation)}, ${unitCents === 0 ? 'free' : amountWithCode(unitCents, currency)}`,
      ),
      ...known,
      ...passedOverWords(passedOver),
      ...(mail
        ? [
            `${people} would get a mail with a link, which can be used once ${lapsesAt.words}:`,
            '',
            `Subject: ${mail.subject}`,
            '',
            mailAsText(mail.template),
          ]
        : ['Nobody is new.']),
    ],
    button: mail ? `Send links to ${people}` : 'Leave it as it is',
    async perform() {
      return inTransaction(db, async (tx) => {
        let sent = 0;
        for (const { row: _row, ...one } of fresh) {
          if (await openLinkOf({ ...organising, payments: { ...payments, db: tx } }, one)) continue;
          await sendOne(tx, organising, one, lapsesAt.at, endText(lapsesAt));
          sent += 1;
        }
        if (sent === 0) return ['Nobody is new.'];
        const words = `${sent} personal links, until ${lapsesAt.at.slice(0, 16)}`;
        const about = { action: 'invite', reference: undefined, words };
        await recordActivity(tx, { ...payments, actor: organising.actor }, about);
        return [`Links sent: ${sent}.`];
      });
    },
  };

  async function sendOne(
    tx: Parameters<typeof insertInvitation>[0],
    { payments: { newId }, actor }: Organising,
    one: Omit<Invited, 'row'>,
    lapses: string,
    untilText: string,
  ): Promise<void> {
    const now = timestamp(clock());
    const invitation: Invitation = {
      ...one,
      language: content.language,
      id: newId(),
      token: newId(),
      lapsesAt: lapses,
      invitedBy: actor,
      sentAt: now,
      withdrawnAt: undefined,
      orderId: undefined,
      createdAt: now,
    };
    await insertInvitation(tx, invitation);
    const message = invitedMail(mailLayout, content.prices, {
      ...invitation,
      until: untilText,
      origin,
    });
    await postMessage(tx, message, newId(), clock());
  }
}

/** The mail with the link of an invitation. */
export function invitedMail(
  layout: MailLayout,
  prices: Prices,
  {
    id,
    token,
    name,
    email,
    presentation,
    unitCents,
    note,
    until,
    origin,
  }: Omit<Invited, 'row'> & {
    id: string;
    token: string;
    until: string;
    origin: string;
  },
): Message {
  const { invited, labels } = layout.words;
  const { free, ...text } = invited;
  const price = unitCents === 0 ? free : moneyText(unitCents, prices.currency);
  return composeMail(layout, {
    kind: 'invited',
    event: id,
    to: email,
    text: { ...text, paragraphs: [...text.paragraphs, ...(note === '' ? [] : [note])] },
    greets: name,
    facts: [
      { label: labels.takingPart, text: labelOf(prices, presentation) },
      { label: labels.total, text: price },
      { label: labels.deadline, text: until },
    ],
    link: `${origin}${pathOfInvitation({ token })}`,
  });
}

/** Withdraws the open links of an address. */
export async function planWithdrawal(
  { payments, actor }: Organising,
  { email }: { email: string },
): Promise<Plan> {
  const { db, clock } = payments;
  const now = timestamp(clock());
  const open = (await invitationsOf(db, email)).filter(
    (one) => stateOfInvitation(one, now) === 'open',
  );
  if (open.length === 0) throw new ActionImpossible(`${email} has no open link.`);
  return {
    words: [
      `The link of ${open[0]?.name}, ${email}, would open nothing any more. No mail says so.`,
    ],
    button: `Withdraw the link of ${email}`,
    async perform() {
      return inTransaction(db, async (tx) => {
        const count = await withdrawInvitations(tx, email, timestamp(clock()));
        if (count === 0) throw new ActionImpossible('The link was used meanwhile.');
        const about = {
          action: 'invite',
          reference: undefined,
          words: `link of ${email} withdrawn`,
        };
        await recordActivity(tx, { ...payments, actor }, about);
        return ['Withdrawn.'];
      });
    },
  };
}

async function openLinkOf(
  { payments: { db, clock } }: Organising,
  { email, presentation }: Pick<Invited, 'email' | 'presentation'>,
): Promise<Invitation | undefined> {
  const now = timestamp(clock());
  return (await invitationsOf(db, email)).find(
    (one) => one.presentation === presentation && stateOfInvitation(one, now) === 'open',
  );
}

function endOf({ payments: { clock }, content: { conference } }: Organising, until: string) {
  const { data } = moment.safeParse(until);
  if (!data) throw new NotUnderstood(`"${until}" is no day such as 2026-04-30.`);
  const end = endIn(conference.dates, data);
  if (end.at <= timestamp(clock())) throw new NotUnderstood(`${until} is over.`);
  return end;
}

const Person = z.object({ name: person.name, email: person.email });

function readInvited(
  { payments: { clock, currency }, content: { prices } }: Organising,
  rows: readonly (readonly Cell[])[],
): { invited: Invited[]; passedOver: string[] } {
  const trouble: string[] = [];
  const wrongIn = (row: number, column: string, what: string) =>
    void trouble.push(`row ${row}, ${column}: ${what}`);
  const table = readTable(rows, names, wrongIn);
  const missing = NEEDED.filter((column) => !table.columns.has(column));
  refuseMistakes(missing.map((one) => `row ${table.headRow}: the column ${one} is missing`));
  const now = timestamp(clock());
  const invited = table.rows.map((row): Invited => {
    const wrong = (column: Column, what: string) => wrongIn(row.row, column, what);
    const typed = { name: row.cell('Name'), email: row.cell('Email') };
    const read = Person.safeParse(typed);
    for (const { path } of read.error?.issues ?? []) {
      wrong(path[0] === 'name' ? 'Name' : 'Email', 'is empty or cannot be used');
    }
    const typedType = row.cell('Presentation type');
    const type = prices.presentationTypes.find(({ id, label }) =>
      [id, label].some((name) => normalised(name) === normalised(typedType)),
    );
    const known = prices.presentationTypes.map(({ label }) => label).join(', ');
    if (!type) wrong('Presentation type', `${JSON.stringify(typedType)} is none of ${known}`);
    const usual = type && priceOf(prices, { ...ALONE, presentation: type.id }, now);
    const note = row.cell('Note');
    if (note !== '' && !line(300).safeParse(note).success) wrong('Note', 'is too long');
    return {
      ...(read.data ?? typed),
      row: row.row,
      presentation: type?.id ?? '',
      unitCents: priceIn(row, usual?.presentationCents ?? asCents(0), currency, wrong),
      note,
    };
  });
  invited.forEach(({ row, email }, at) => {
    const before = invited.slice(0, at).find((one) => normalised(one.email) === normalised(email));
    if (before) trouble.push(`row ${row}, Email: the same address as in row ${before.row}`);
  });
  if (invited.length === 0) trouble.push('The sheet names nobody.');
  refuseMistakes(trouble);
  return { invited, passedOver: table.passedOver };
}

const ALONE = { registration: 'registration', nights: 0, guests: 0, extras: {} } as const;

/** "120.00", "free", or a percentage off the price of today. */
function priceIn(
  row: SheetRow<Column>,
  usual: Cents,
  currency: Organising['payments']['currency'],
  wrong: (column: Column, what: string) => void,
): Cents {
  const [price, off] = [row.cell('Price'), row.cell('Percent off')];
  if ((price === '') === (off === '')) {
    wrong('Price', 'give a price such as 120.00, or free, or else a number under Percent off');
    return usual;
  }
  if (price !== '') {
    if (normalised(price) === 'free') return asCents(0);
    const cents = readAmount(price, currency);
    if (cents === undefined) wrong('Price', `${JSON.stringify(price)} is no amount, and not free`);
    return cents ?? usual;
  }
  const [, percent] = /^(\d{1,3})\s*%?$/.exec(off) ?? [];
  const part = Number(percent);
  if (percent === undefined || part < 1 || part > 100) {
    wrong('Percent off', `${JSON.stringify(off)} is no whole number from 1 to 100`);
    return usual;
  }
  return asCents(usual - Math.round((usual * part) / 100));
}
