import { refuseAnotherPerson } from '#server/orders/change/correct-person.ts';
import { hasInvoice } from '#server/receipts/receipts.ts';
import { readFields } from '#server/http/person-fields.ts';
import { type PersonForm as Form, PersonForm } from './act-form.ts';
import type { Act } from './act-routes.ts';
import { addressCheck, addressForm } from './address-page.ts';
import { requestConfirmation } from './request-confirmation.ts';
import { hasAddress, isForMember, subjectOf } from './subject.ts';

/** Asks a new mail address for its confirmation; until then nothing changes. */
export const changeAddress: Act<Form> = {
  path: 'address',
  needs: 'correct',
  title: ({ address }) => address,
  subject: subjectOf,
  form: PersonForm,
  show: async ({ content }, subject) => ({ main: addressForm(content, subject) }),
  async answer(organising, subject, typed) {
    const { content } = organising;
    const { yourRegistration: said } = content;
    if (typed.edit !== undefined) return { main: addressForm(content, subject, typed) };
    const { entries, mistakes } = readFields(content, ['email'], typed);
    const { email } = entries;
    if (email === undefined || hasAddress(subject, email)) {
      const wrong = email === undefined ? mistakes : { email: said.address.same };
      const main = addressForm(content, subject, typed, wrong);
      return { main, trouble: said.mistakes, status: 400 };
    }
    const isByPayer = isForMember(subject);
    refuseAnotherPerson(organising, { ...subject, isByPayer }, { email });
    if (typed.version !== subject.order.version) return { notice: 'changedMeanwhile' };
    if (typed.confirm === undefined) {
      const isInvoice = await hasInvoice(organising.payments.db, subject.order.id);
      return { main: addressCheck(content, subject, { email, isInvoice }) };
    }
    if (await requestConfirmation(organising, subject, 'address', { email })) {
      return { notice: 'addressAsked' };
    }
    return { main: addressForm(content, subject, typed), trouble: said.tooMany, status: 429 };
  },
};
