import { readFields } from '#server/http/person-fields.ts';
import type { PersonAct } from './act-routes.ts';
import { addressCheck, addressForm } from './address-page.ts';
import { requestConfirmation } from './request-confirmation.ts';
import { hasAddress } from './subject.ts';

/** Asks a new mail address for its confirmation; until then nothing changes. */
export const changeAddress: PersonAct = {
  path: 'address',
  needs: 'correct',
  title: ({ address }) => address,
  refuse: async () => undefined,
  form: (content, subject, typed = {}) => addressForm(content, subject, { typed }),
  async answer(organising, subject, form) {
    const { content } = organising;
    const { yourRegistration: said } = content;
    const { entries, mistakes } = readFields(content, ['email'], form);
    const { email } = entries;
    if (email === undefined || hasAddress(subject, email)) {
      const wrong = email === undefined ? mistakes : { email: said.address.same };
      const shown = { typed: form, mistakes: wrong, trouble: said.mistakes };
      return { page: addressForm(content, subject, shown), status: 400 };
    }
    if (form.version !== subject.order.version) return { notice: 'changedMeanwhile' };
    if (form.confirm === undefined) return { page: addressCheck(content, subject, { email }) };
    if (await requestConfirmation(organising, subject, 'address', { email })) {
      return { notice: 'addressAsked' };
    }
    const trouble = said.tooMany;
    return { page: addressForm(content, subject, { typed: form, trouble }), status: 429 };
  },
};
