import { endAt } from '#contract/content/moments.ts';
import { inEachLanguage, personColumns } from '#server/orders/sell/group-people.ts';
import { invitedColumns } from './invited-people.ts';
import { planInvitation } from './invite-guests.ts';
import { listLinks } from './invitations-list.ts';
import { planInvitationLinks, planWithdrawal } from './send-invitations.ts';
import { amountWithCode } from '#contract/money.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { LANGUAGE, SHEET } from '#organiser/fields.ts';
import { writeTemplate } from '#organiser/commands/group.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { TEMPLATE } from '#organiser/sheet-template.ts';

export const invite = command({
  name: 'invite',
  before: 'export',
  title: 'Invite guests',
  summary:
    'Gives everybody in a sheet a place that is free of charge and confirmed at once, also of a type that is closed. The same sheet again adds nobody twice.',
  subject: 'People',
  fields: { sheet: SHEET, language: LANGUAGE },
  plan: (context, { sheet, language }) =>
    planBySheet(sheet, personColumns(inEachLanguage(context.content)), (rows) =>
      planInvitation(context, { rows, language }),
    ),
});

export const inviteTemplate = command({
  name: 'invite',
  when: '--template',
  summary: 'Writes a sheet for you to fill in, with one example.',
  notOffered: 'It is the sheet of a group.',
  fields: { path: TEMPLATE },
  work: (context, { path }, print) => writeTemplate(context, path, print),
});

export const inviteByLinks = command({
  name: 'invite',
  when: '--links',
  id: 'invite-links',
  title: 'Invite by personal links',
  summary:
    'Mails everybody in a sheet a personal link with a price of their own, or a free place. A link works once. The same sheet again mails nobody twice.',
  subject: 'People',
  fields: {
    sheet: field('sheet', '--links FILE.xlsx|FILE.csv', 'Sheet', {
      hint: 'with Name, Email, Presentation type, Price or Percent off, and Note',
    }),
    until: field('date', '--until 2026-04-30', 'Last day of the links'),
    language: LANGUAGE,
  },
  plan: (context, { sheet, until, language }) =>
    planBySheet(sheet, invitedColumns, (rows) =>
      planInvitationLinks(context, { rows, until, language }),
    ),
  confirm: '--send',
});

export const invitations = command({
  name: 'invite',
  when: '--list',
  id: 'invitations',
  title: 'Personal links',
  summary: 'Lists the personal links: who has used one, and until when the others are open.',
  subject: 'People',
  async report(context) {
    const { currency } = context.payments;
    const links = await listLinks(context);
    return {
      facts: {
        invitations: links.map(({ name, email, type, unitCents, state, lapsesAt }) => {
          return { name, email, type, unitCents, state, lapsesAt };
        }),
      },
      lines: links.map(
        ({ name, email, type, unitCents, state, lapsesAt }) =>
          `${state}  ${name}, ${email}: ${type}, ${unitCents === 0 ? 'free' : amountWithCode(unitCents, currency)}, until ${endAt(lapsesAt, context.content.conference.dates).label}`,
      ),
      none: 'Nobody has a personal link.',
    };
  },
});

export const withdrawLink = command({
  name: 'invite',
  when: '--withdraw',
  id: 'invite-withdraw',
  isEnding: true,
  title: 'Withdraw a personal link',
  summary: 'Withdraws the personal link of an address that nobody has used yet.',
  subject: 'People',
  fields: { email: field('email', '--withdraw EMAIL', 'Email') },
  asksProviders: false,
  plan: planWithdrawal,
});

export const commands: readonly Command[] = [
  invite,
  inviteTemplate,
  inviteByLinks,
  invitations,
  withdrawLink,
];
