import { isSameName } from '#contract/person-name.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { refuseHandOver } from '#server/orders/hand-over.ts';
import type { PersonAct } from './act-routes.ts';
import { COLLEAGUE, handOverCheck, handOverForm } from './hand-over-page.ts';
import { hasMistakes, readFields } from './person-fields.ts';
import { requestConfirmation } from './request-confirmation.ts';
import { canHandOver, hasAddress } from './subject.ts';

/** Offers a place to a colleague; until the colleague accepts, nothing changes. */
export const handOverPlace: PersonAct = {
  path: 'hand-over',
  needs: 'handOver',
  title: ({ handOver }) => handOver,
  async refuse({ payments }, subject) {
    if (!canHandOver(subject)) {
      throw new ActionImpossible('The payer of this place can hand it over.');
    }
    await refuseHandOver(payments.db, subject.order, subject.participant?.id);
  },
  form: (content, subject) => handOverForm(content, subject),
  async answer(organising, subject, form) {
    const { content } = organising;
    const { yourRegistration: said } = content;
    const { entries, mistakes } = readFields(said, COLLEAGUE, form);
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
    if (form.confirm === undefined) return { page: handOverCheck(content, subject, colleague) };
    if (await requestConfirmation(organising, subject, 'hand-over', colleague)) {
      return { notice: 'placeOffered' };
    }
    const trouble = said.tooMany;
    return { page: handOverForm(content, subject, { typed: form, trouble }), status: 429 };
  },
};
