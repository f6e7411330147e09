import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { allRows, firstRow, inParts } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { normalised, timestamp } from '#server/identity.ts';

const { read, columns } = valuesOf('consents');

/** The answer of an address to the question whether the next conference may invite it. */
export type Consent = ReturnType<typeof read>;

export function findConsent(db: Db, email: string): Promise<Consent | undefined> {
  return db
    .selectFrom('consents')
    .selectAll()
    .where('email', '=', normalised(email))
    .$call(firstRow(read));
}

/** The addresses that agreed, in the order of their answers. Who unsubscribed afterwards is not among them. */
export function listAgreed(db: Db): Promise<Consent[]> {
  return db
    .selectFrom('consents')
    .selectAll()
    .where('answer', '=', 'yes')
    .orderBy('answered_at')
    .orderBy('email')
    .$call(allRows(read));
}

/** Keeps an answer. The same answer again keeps the time of the first. */
export function answerConsent(
  db: Db,
  { email, name, language, answer }: Omit<Consent, 'answeredAt'>,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = { email: normalised(email), name, language, answer, answered_at: timestamp(now) };
    await tx
      .insertInto('consents')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ name, language, answer, answered_at: row.answered_at })
          .where('consents.answer', '!=', answer),
      )
      .execute();
  });
}

/** Adds consents, such as those from another installation. An address with an answer of its own here keeps it. */
export async function addConsents(tx: Tx, consents: readonly Consent[]): Promise<void> {
  for (const some of inParts(consents)) {
    const rows = some.map((consent) => columns({ ...consent, email: normalised(consent.email) }));
    await tx
      .insertInto('consents')
      .values(rows)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute();
  }
}

/** Moves the answer of a person who gets another address. An answer that the new address has given itself stays. */
export async function moveConsent(tx: Tx, from: string, to: string): Promise<void> {
  if (normalised(from) === normalised(to)) return;
  const consent = await findConsent(tx, from);
  if (!consent) return;
  await addConsents(tx, [{ ...consent, email: to }]);
  await tx.deleteFrom('consents').where('email', '=', normalised(from)).execute();
}
