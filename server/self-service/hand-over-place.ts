import { isSameName } from '#contract/person-name.ts';
import type { Db } from '#server/database/database.ts';
import { hasMistakes, readFields } from '#server/http/person-fields.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { refuseHandOver } from '#server/orders/hand-over.ts';
import { type OrderChange, openChanges } from '#server/orders/order-changes.ts';
import { refuseUndecided } from '#server/orders/withdraw-order.ts';
import type { PersonAct } from './act-routes.ts';
import { COLLEAGUE, handOverCheck, handOverForm } from './hand-over-page.ts';
import { requestConfirmation } from './request-confirmation.ts';
import { canHandOver, hasAddress, type Subject } from './subject.ts';

/** Offers a place to a colleague; until the colleague accepts, nothing changes. */
export const handOverPlace: PersonAct = {
  path: 'hand-over',
  needs: 'handOver',
  title: ({ handOver }) => handOver,
  async refuse({ payments }, subject) {
    if (!canHandOver(subject)) {
      throw new ActionImpossible('The payer of this place can hand it over.');
    }
    const { order } = subject;
    await refuseHandOver(payments.db, order, subject.participant?.id);
    for (const change of await unpaidOf(payments.db, subject)) {
      await refuseUndecided(payments.db, { order, change });
    }
  },
  form: (content, subject, typed = {}) => handOverForm(content, subject, { typed }),
  async answer(organising, subject, form) {
    const { content } = organising;
    const { yourRegistration: said } = content;
    const { entries, mistakes } = readFields(content, COLLEAGUE, form);
    const { name, email, phone, institute, country } = entries;
    const wrong = {
      ...mistakes,
      ...(email !== undefined && hasAddress(subject, email) && { email: said.handOver.same }),
      // The same person would keep answers and letters, and needs no offer.
      ...(name !== undefined &&
        isSameName(name, subject.entries.name) && { name: said.handOver.sameName }),
    };
    if (!name || !email || !phone || !institute || !country || hasMistakes(wrong)) {
      const shown = { typed: form, mistakes: wrong, trouble: said.mistakes };
      return { page: handOverForm(content, subject, shown), status: 400 };
    }
    if (form.version !== subject.order.version) return { notice: 'changedMeanwhile' };
    const colleague = { name, email, phone, institute, country };
    if (form.confirm === undefined) {
      const unpaid = await unpaidOf(organising.payments.db, subject);
      return { page: handOverCheck(content, subject, colleague, unpaid) };
    }
    if (await requestConfirmation(organising, subject, 'hand-over', colleague)) {
      return { notice: 'placeOffered' };
    }
    const trouble = said.tooMany;
    return { page: handOverForm(content, subject, { typed: form, trouble }), status: 429 };
  },
};

/** The changes of the place that wait for a payment; they end with the hand-over. */
function unpaidOf(db: Db, { order, participant }: Subject): Promise<OrderChange[]> {
  return openChanges(db, order.id, participant ? [participant.id] : []);
}
