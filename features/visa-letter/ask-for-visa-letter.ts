import { inTransaction } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { timestamp } from '#server/identity.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { recordActivity } from '#server/operations/activities.ts';
import type { Organising } from '#server/operations/plan.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { findPageOwner } from '#server/orders/rows/page-owners.ts';
import { areTooMany } from '#server/orders/change/record-act.ts';
import {
  findVisaRequest,
  insertVisaRequest,
  type VisaData,
  withdrawVisaRequests,
} from './visa-requests.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { visaLetterRequested } from './visa-mails.ts';

/**
 * Records a request for a visa letter. It replaces the request with the id `shown`, which the form was made for; false
 * if another tab replaced that one meanwhile, or if the place is no longer confirmed. A double click asks once.
 */
export async function askForVisaLetter(
  { payments, mailLayout, actor }: Pick<Organising, 'payments' | 'mailLayout' | 'actor'>,
  { pageToken, order }: PageOwner,
  { data, shown }: { data: VisaData; shown: string },
): Promise<boolean> {
  const { db, clock, newId } = payments;
  if (!order) return false;
  return inTransaction(db, async (tx) => {
    await lockOrders(tx, [order.id]);
    const participant = (await findPageOwner(tx, pageToken))?.participant;
    const [person] = participant ? await readParticipants(tx, [participant.id]) : [];
    if (person?.placeSince === undefined || person.reference === undefined) return false;
    const before = await findVisaRequest(tx, person.id);
    if (before?.data && before.outcome === undefined && isSame(before.data, data)) return true;
    if ((before?.id ?? '') !== shown) return false;
    const now = clock();
    const { id: participantId, reference, isInGroup } = person;
    const about = { reference, participantId: isInGroup ? participantId : undefined };
    if (await areTooMany(tx, about, now)) {
      throw new AppError('too-many-requests', 'tooManyToday');
    }
    const request = { id: newId(), participantId, data, requestedAt: timestamp(now) };
    await withdrawVisaRequests(tx, [participantId], request.requestedAt);
    if (!(await insertVisaRequest(tx, request))) return false;
    const mail = visaLetterRequested(mailLayout, { reference, requestId: request.id });
    await postMessage(tx, mail, newId(), now);
    await recordActivity(
      tx,
      { clock: () => now, newId, actor },
      {
        ...about,
        action: 'visa',
        words: 'asks for a visa letter',
      },
    );
    return true;
  });
}

function isSame(one: VisaData, other: VisaData): boolean {
  return (
    one.name === other.name &&
    one.nationality === other.nationality &&
    one.passport === other.passport &&
    one.birthDate === other.birthDate &&
    one.expiryDate === other.expiryDate &&
    one.consulate === other.consulate
  );
}
