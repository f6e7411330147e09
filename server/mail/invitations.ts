import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { normalised, timestamp } from '#server/identity.ts';

/** The answer of an address to the question whether the next conference may invite it. */
export type Invitation = {
  email: string;
  name: string;
  language: string;
  answer: 'yes' | 'no';
  answeredAt: string;
};

export async function findInvitation(db: Db, email: string): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', normalised(email))
    .executeTakeFirst();
  return row && invitationOf(row);
}

/** The addresses that agreed, in the order of their answers. Who unsubscribed afterwards is not among them. */
export async function listAgreed(db: Db): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('answer', '=', 'yes')
    .orderBy('answered_at')
    .orderBy('email')
    .execute();
  return rows.map(invitationOf);
}

/** Keeps an answer. The same answer again keeps the time of the first. */
export function answerInvitation(
  db: Db,
  { email, name, language, answer }: Omit<Invitation, 'answeredAt'>,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = { email: normalised(email), name, language, answer, answered_at: timestamp(now) };
    await tx
      .insertInto('invitations')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ name, language, answer, answered_at: row.answered_at })
          .where('invitations.answer', '!=', answer),
      )
      .execute();
  });
}

/** Adds consents from another installation. An address with an answer of its own here keeps it. */
export async function addInvitations(tx: Tx, invitations: readonly Invitation[]): Promise<void> {
  for (let at = 0; at < invitations.length; at += AT_ONCE) {
    const rows = invitations.slice(at, at + AT_ONCE).map(({ email, answeredAt, ...rest }) => ({
      ...rest,
      email: normalised(email),
      answered_at: answeredAt,
    }));
    await tx
      .insertInto('invitations')
      .values(rows)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute();
  }
}

const AT_ONCE = 200;

function invitationOf({
  answered_at: answeredAt,
  ...row
}: Omit<Invitation, 'answeredAt'> & { answered_at: string }): Invitation {
  return { ...row, answeredAt };
}
