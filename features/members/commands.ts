import { countRows } from '#server/database/all-rows.ts';
import type { NamedMember } from './members.ts';
import { memberColumns, planMembers, planMemberRemoval, readMembers } from './change-members.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { SHEET } from '#organiser/fields.ts';
import { planBySheet } from '#organiser/read-sheet.ts';

export const members = command({
  name: 'members',
  id: 'members-count',
  before: 'export',
  title: 'Members',
  summary: 'Counts the members of the society who can have a price for members.',
  subject: 'People',
  async report({ payments: { db } }) {
    const count = await countRows(db, 'members');
    return {
      facts: { members: count },
      lines: [count === 0 ? 'The list of members is empty.' : `Members on the list: ${count}.`],
    };
  },
});

export const addMembersBySheet = command({
  name: 'members',
  id: 'members',
  title: 'Read a list of members',
  summary:
    'Reads membership numbers and mail addresses from a sheet. Only digests are kept, which nobody can read.',
  subject: 'People',
  fields: {
    sheet: SHEET,
    isReplaced: field('flag', '--replace', 'Remove everybody who is not in this sheet'),
  },
  plan: (context, { sheet, isReplaced }) =>
    planBySheet(sheet, memberColumns, (rows) =>
      planMembers(context, readMembers(rows), { isReplaced }),
    ),
});

export const removeMembersOfList = command({
  name: 'members',
  when: '--remove',
  id: 'members-remove',
  isEnding: true,
  title: 'Take a member off the list',
  summary: 'Takes a member off the list, by number or mail address, or everybody.',
  subject: 'People',
  fields: {
    who: field('text', '--remove NUMBER|ADDRESS|all', 'Membership number, mail address, or all'),
  },
  asksProviders: false,
  plan: (context, { who }) => planMemberRemoval(context, who === 'all' ? undefined : named(who)),
});

function named(who: string): NamedMember[] {
  return [who.includes('@') ? { email: who } : { number: who }];
}

export const commands: readonly Command[] = [members, addMembersBySheet, removeMembersOfList];
