import { type ExpressionBuilder, sql } from 'kysely';
import { type Db, lockKey } from '#server/database/database.ts';
import { rowCount, wroteRows } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';
import { isOfLetter } from '#server/mail/waiting-mails.ts';

/** Discards the unsent mails of a letter to many people. The letter may be written to these people again. */
export async function planDiscard(
  organising: Organising,
  { letter: typed }: { letter: string },
): Promise<Plan> {
  const { db, clock } = organising.payments;
  const { id, subject } = await findLetter(db, typed);
  const about = `“${subject}”`;
  const waiting = await countUnsentOf(db, id, clock());
  const sent = await countSent(db, id);
  if (waiting === 0) {
    throw new ActionImpossible(`No mail of the letter ${about} is waiting: ${sent} were sent.`);
  }
  const isHeld = (await findHold(db)) !== undefined;
  return {
    words: [
      `${waiting} unsent mails of the letter ${about} would be discarded. ${sent} were sent and stay sent.`,
      ...(isHeld
        ? []
        : ['Letters are not on hold: the servers go on sending this letter until you confirm.']),
    ],
    button: `Discard ${counted(waiting, 'mail')}`,
    async perform() {
      const count = await act(organising, async ({ tx, now, moment, record }) => {
        await lockKey(tx, `letter:${id}`);
        const discarded = await tx
          .updateTable('outbox')
          .set({
            withdrawn_at: now,
            // With another key here, the letter may be written to the same reader again.
            message_key: sql`${`letter:${id}:discarded `} || id`,
          })
          .where(isUnsent(id, moment))
          .$call(wroteRows);
        await tx
          .updateTable('letters')
          .set((column) => ({ recipients: column('recipients', '-', discarded) }))
          .where('id', '=', id)
          .execute();
        const words = `"${subject}": ${discarded} unsent mails discarded`;
        await record({ action: 'mails', words });
        return discarded;
      });
      return [
        `${counted(count, 'mail')} discarded. Those people may get another letter, or this one again.`,
        ...(isHeld ? ['Letters stay on hold until they are released.'] : []),
      ];
    },
  };
}

/** Finds a letter by its subject, or by the beginning of its id. */
async function findLetter(db: Db, typed: string): Promise<{ id: string; subject: string }> {
  const wanted = normalised(typed);
  const letters = await db.selectFrom('letters').select(['id', 'subject']).orderBy('id').execute();
  const found = letters.filter(
    ({ id, subject }) =>
      normalised(subject) === wanted || (wanted.length >= 4 && id.startsWith(wanted)),
  );
  const [letter] = found;
  if (!letter) {
    throw new ActionImpossible(`There is no letter “${typed}”.`);
  }
  if (found.length > 1) {
    throw new ActionImpossible(
      `“${typed}” is the subject of ${found.length} letters. Use the id of the letter instead: ${found.map(({ id }) => id.slice(0, 8)).join(', ')}.`,
    );
  }
  return letter;
}

/** The unsent mails of a letter, including mails that were given up, except mails that a server is sending now. */
function isUnsent(letterId: string, now: Date) {
  return (is: ExpressionBuilder<Tables, 'outbox'>) =>
    is.and([
      isOfLetter(letterId),
      is('sent_at', 'is', null),
      is('withdrawn_at', 'is', null),
      is.or([is('lease_until', 'is', null), is('lease_until', '<', timestamp(now))]),
    ]);
}

function countUnsentOf(db: Db, letterId: string, now: Date): Promise<number> {
  return db.selectFrom('outbox').where(isUnsent(letterId, now)).$call(rowCount);
}

function countSent(db: Db, letterId: string): Promise<number> {
  return db
    .selectFrom('outbox')
    .where(isOfLetter(letterId))
    .where('sent_at', 'is not', null)
    .$call(rowCount);
}
