import { AppError } from '#server/errors.ts';
import { act } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { type PageOwner, findPageOwner } from '#server/orders/rows/page-owners.ts';
import { areTooMany } from '#server/orders/change/record-act.ts';
import {
  findVisaRequest,
  insertVisaRequest,
  type VisaData,
  withdrawVisaRequests,
} from './visa-requests.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { visaLetterRequested } from './mails.ts';
import { visaFields } from './visa-request-form.ts';

/**
 * Records a request for a visa letter. It replaces the request with the id `shown`, which the form was made for; false
 * if another tab replaced that one meanwhile, or if the place is no longer confirmed. A double click asks once.
 */
export async function askForVisaLetter(
  acting: Pick<Organising, 'payments' | 'mailLayout' | 'actor'>,
  { pageToken, order }: PageOwner,
  { data, shown }: { data: VisaData; shown: string },
): Promise<boolean> {
  const { newId } = acting.payments;
  if (!order) return false;
  return act(acting, async ({ tx, now, moment, post, record }) => {
    await lockOrders(tx, [order.id]);
    const participant = (await findPageOwner(tx, pageToken))?.participant;
    const [person] = participant ? await readParticipants(tx, [participant.id]) : [];
    if (person?.placeSince === undefined || person.reference === undefined) return false;
    const before = await findVisaRequest(tx, person.id);
    const { data: asked, outcome } = before ?? {};
    const isSame = asked && visaFields.every((field) => asked[field] === data[field]);
    if (isSame && outcome === undefined) return true;
    if ((before?.id ?? '') !== shown) return false;
    const { id: participantId, reference, isInGroup } = person;
    const about = { reference, participantId: isInGroup ? participantId : undefined };
    if (await areTooMany(tx, about, moment)) {
      throw new AppError('too-many-requests', 'tooManyToday');
    }
    const request = { id: newId(), participantId, data, requestedAt: now };
    await withdrawVisaRequests(tx, [participantId], now);
    if (!(await insertVisaRequest(tx, request))) return false;
    await post(visaLetterRequested(acting.mailLayout, { reference, requestId: request.id }));
    await record({ ...about, action: 'visa', words: 'asks for a visa letter' });
    return true;
  });
}
