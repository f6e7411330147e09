import {
  type Cell,
  type ColumnNames,
  passedOverWords,
  readTable,
} from '#server/files/sheet-table.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  type Organising,
  type Plan,
  refuseMistakes,
} from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';
import { countRows } from '#server/database/all-rows.ts';
import { addMembers, type NamedMember, removeMembers } from './members.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import { emailAddress } from '#contract/text.ts';

type Column = 'Membership number' | 'Email';
export const memberColumns: ColumnNames<Column> = [
  ['Membership number', 'Member number', 'Membership no', 'Member no', 'Number', 'Mitgliedsnummer'],
  ['Email', 'Email address', 'Mail', 'Mail address'],
];

export type MembersSheet = { members: NamedMember[]; passedOver: string[] };

/** Reads a list of members: a number, a mail address or both in each row. */
export function readMembers(rows: readonly (readonly Cell[])[]): MembersSheet {
  const trouble: string[] = [];
  const table = readTable(rows, memberColumns, (row, column, what) => {
    trouble.push(`row ${row}, ${column}: ${what}`);
  });
  if (table.columns.size === 0) {
    throw new ActionImpossible(
      `row ${table.headRow}: a list of members has a column Membership number, a column Email or both`,
    );
  }
  const members = table.rows.map(({ row, cell }) => {
    const [number, email] = [cell('Membership number'), copiedAddress(cell('Email'))];
    // No list that is kept, printed or mailed repeats the address.
    if (email !== '' && !emailAddress.safeParse(email).success) {
      trouble.push(`row ${row}, Email: this is no mail address`);
    }
    return { number, email };
  });
  if (members.length === 0) trouble.push('The sheet names nobody.');
  refuseMistakes(trouble);
  return { members, passedOver: table.passedOver };
}

/** Adds members to the list; with `isReplaced` the others are removed. */
export async function planMembers(
  organising: Organising,
  { members, passedOver }: MembersSheet,
  { isReplaced }: { isReplaced: boolean },
): Promise<Plan> {
  const { db, newId } = organising.payments;
  const before = await countRows(db, 'members');
  const count = counted(members.length, 'member');
  return {
    words: [
      isReplaced
        ? `The list would have ${count}, and no longer the ${before} that it has now.`
        : `The sheet has ${count}, and the list ${before}: those who are not on it yet would be added.`,
      'Only digests of numbers and addresses are kept. Delete the sheet when you do not need it any more.',
      ...passedOverWords(passedOver),
    ],
    button: isReplaced ? `Replace the list by ${count}` : `Add ${count}`,
    async perform() {
      return act(organising, async ({ tx, now, record }) => {
        if (isReplaced) await removeMembers(tx);
        const added = await addMembers(tx, members, { newId, now });
        const words = isReplaced
          ? `the list has ${counted(added, 'member')}`
          : `${counted(added, 'member')} more`;
        await record({ action: 'members', words });
        return [`Added: ${added}. Members on the list: ${await countRows(tx, 'members')}.`];
      });
    },
  };
}

/** Takes members off the list; without names, everybody. Their places keep their price. */
export async function planMemberRemoval(
  organising: Organising,
  named?: readonly NamedMember[],
): Promise<Plan> {
  const before = await countRows(organising.payments.db, 'members');
  const who = named === undefined ? `All ${before} members` : 'This member';
  return {
    words: [`${who} would be taken off the list. Places that are ordered keep their price.`],
    button: 'Take off the list',
    async perform() {
      return act(organising, async ({ tx, record }) => {
        const removed = await removeMembers(tx, named);
        if (removed === 0) throw new ActionImpossible('The list has no such member.');
        await record({ action: 'members', words: `${counted(removed, 'member')} less` });
        return [`Removed: ${removed}. Members on the list: ${await countRows(tx, 'members')}.`];
      });
    },
  };
}
