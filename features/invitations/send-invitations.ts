import { endIn, moment } from '#contract/content/moments.ts';
import { amountWithCode } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { type Cell, passedOverWords } from '#server/files/sheet-table.ts';
import { timestamp } from '#server/identity.ts';
import { inFull } from '#server/mail/message.ts';
import { act, type Deed } from '#server/operations/act.ts';
import {
  ActionImpossible,
  NotUnderstood,
  type Organising,
  organisingIn,
  type Plan,
} from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';
import { refuseAtCancelled } from '#server/orders/change/refuse-at-cancelled.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import {
  insertInvitation,
  type Invitation,
  invitationsOf,
  stateOfInvitation,
  withdrawInvitations,
} from './invitations.ts';
import { type Invited, readInvited } from './invited-people.ts';
import { invitedMail } from './mails.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';

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
  refuseAtCancelled(organising);
  const spoken = organisingIn(organising, language);
  const { payments, content, mailLayout, origin } = spoken;
  const { currency } = payments;
  const lapsesAt = endOf(spoken, until);
  const { invited, passedOver } = readInvited(organising, rows);
  const { fresh, known } = await sorted(organising, invited);
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
  const people = counted(fresh.length, 'person', 'people');
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
            `${people} would get a mail with a link, which can be used once, until ${endText(lapsesAt)}:`,
            ...inFull(mail),
          ]
        : ['Nobody is new.']),
    ],
    button: mail && `Send links to ${people}`,
    async perform() {
      return act(organising, async (deed) => {
        let sent = 0;
        for (const { row: _row, ...one } of fresh) {
          if (await openLinkOf(deed.tx, one, deed.now)) continue;
          await sendOne(deed, spoken, one, lapsesAt);
          sent += 1;
        }
        if (sent === 0) return ['Nobody is new.'];
        const words = `${sent} personal links, until ${endText(lapsesAt)}`;
        await deed.record({ action: 'invite', words });
        return [`Links sent: ${sent}.`];
      });
    },
  };
}

/** Those who have no open link yet, and sentences about the others. */
async function sorted({ payments: { db, clock } }: Organising, invited: readonly Invited[]) {
  const fresh: Invited[] = [];
  const known: string[] = [];
  for (const one of invited) {
    const open = await openLinkOf(db, one, timestamp(clock()));
    if (open) known.push(`row ${one.row}: ${one.name} has an open link already.`);
    else fresh.push(one);
  }
  return { fresh, known };
}

async function sendOne(
  { tx, now, post }: Deed,
  { payments: { newId }, content, mailLayout, origin, actor }: Organising,
  one: Omit<Invited, 'row'>,
  lapsesAt: ReturnType<typeof endOf>,
): Promise<void> {
  const invitation: Invitation = {
    ...one,
    language: content.language,
    id: newId(),
    token: newId(),
    lapsesAt: lapsesAt.at,
    invitedBy: actor,
    withdrawnAt: undefined,
    orderId: undefined,
    createdAt: now,
  };
  await insertInvitation(tx, invitation);
  const until = endText(lapsesAt);
  await post(invitedMail(mailLayout, content.prices, { ...invitation, until, origin }));
}

/** Withdraws the open links of an address. */
export async function planWithdrawal(
  organising: Organising,
  { email }: { email: string },
): Promise<Plan> {
  const { db, clock } = organising.payments;
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
      return act(organising, async (deed) => {
        const count = await withdrawInvitations(deed.tx, email, deed.now);
        if (count === 0) throw new ActionImpossible('The link was used meanwhile.');
        await deed.record({ action: 'invite', words: `link of ${email} withdrawn` });
        return ['Withdrawn.'];
      });
    },
  };
}

async function openLinkOf(
  db: Db,
  { email, presentation }: Pick<Invited, 'email' | 'presentation'>,
  now: string,
): Promise<Invitation | undefined> {
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
