import { hasInvoice } from '#server/receipts/receipts.ts';
import { hasMistakes, readFields } from '#server/http/person-fields.ts';
import { isSameName } from '#contract/person-name.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { refuseHandOver } from '#server/orders/change/hand-over.ts';
import { openChanges } from '#server/orders/rows/order-changes.ts';
import { refuseUndecided } from '#server/orders/change/withdraw-order.ts';
import { type PersonForm as Form, PersonForm } from './act-form.ts';
import type { Act } from './act-routes.ts';
import { COLLEAGUE, handOverCheck, handOverForm } from './hand-over-page.ts';
import { requestConfirmation } from './request-confirmation.ts';
import { canHandOver, hasAddress, type Subject, subjectOf } from './subject.ts';

/** Offers a place to a colleague; until the colleague accepts, nothing changes. */
export const handOverPlace: Act<Form> = {
  path: 'hand-over',
  needs: 'handOver',
  title: ({ handOver }) => handOver,
  subject: subjectOf,
  form: PersonForm,
  async show(organising, subject) {
    await unpaidOrRefused(organising, subject);
    return { main: handOverForm(organising.content, subject) };
  },
  async answer(organising, subject, typed) {
    const unpaid = await unpaidOrRefused(organising, subject);
    const { content } = organising;
    const { yourRegistration: said } = content;
    if (typed.edit !== undefined) return { main: handOverForm(content, subject, typed) };
    const { entries, mistakes } = readFields(content, COLLEAGUE, typed);
    const { name, email, phone, institute, country } = entries;
    const wrong = {
      ...mistakes,
      ...(email !== undefined && hasAddress(subject, email) && { email: said.handOver.same }),
      // The same person would keep answers and letters, and needs no offer.
      ...(name !== undefined &&
        isSameName(name, subject.entries.name) && { name: said.handOver.sameName }),
    };
    if (!name || !email || !phone || !institute || !country || hasMistakes(wrong)) {
      const main = handOverForm(content, subject, typed, wrong);
      return { main, trouble: said.mistakes, status: 400 };
    }
    if (typed.version !== subject.order.version) return { notice: 'changedMeanwhile' };
    const colleague = { name, email, phone, institute, country };
    if (typed.confirm === undefined) {
      const isInvoice = await hasInvoice(organising.payments.db, subject.order.id);
      return { main: handOverCheck(content, subject, colleague, { unpaid, isInvoice }) };
    }
    if (await requestConfirmation(organising, subject, 'hand-over', colleague)) {
      return { notice: 'placeOffered' };
    }
    return { main: handOverForm(content, subject, typed), trouble: said.tooMany, status: 429 };
  },
};

/** The changes of the place that wait for a payment, which end with the hand-over. Refuses what nobody can hand over. */
async function unpaidOrRefused({ payments: { db } }: Organising, subject: Subject) {
  if (!canHandOver(subject)) {
    throw new ActionImpossible('The payer of this place can hand it over.');
  }
  const { order, participant } = subject;
  await refuseHandOver(db, order, participant?.id);
  const unpaid = await openChanges(db, order.id, participant ? [participant.id] : []);
  for (const change of unpaid) await refuseUndecided(db, { order, change });
  return unpaid;
}
