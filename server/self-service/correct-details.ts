import { hasMistakes, readFields } from '#server/http/person-fields.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { type PersonForm as Form, PersonForm } from './act-form.ts';
import type { Act } from './act-routes.ts';
import { DETAILS, detailsCheck, detailsForm } from './details-page.ts';
import { isForMember, memberIdOf, subjectOf } from './subject.ts';

/** Corrects name, institute, phone and country by the plan with which an organiser corrects them. */
export const correctDetails: Act<Form> = {
  path: 'details',
  needs: 'correct',
  title: ({ details }) => details,
  subject: subjectOf,
  form: PersonForm,
  show: async ({ content }, subject) => ({ main: detailsForm(content, subject, subject.entries) }),
  async answer(organising, subject, typed) {
    const { content } = organising;
    const { yourRegistration: said } = content;
    if (typed.edit !== undefined) return { main: detailsForm(content, subject, typed) };
    const { entries, mistakes } = readFields(content, DETAILS, typed, subject.entries);
    if (hasMistakes(mistakes)) {
      const main = detailsForm(content, subject, typed, mistakes);
      return { main, trouble: said.mistakes, status: 400 };
    }
    const { reference } = subject.order;
    const participantId = memberIdOf(subject);
    const isByPayer = isForMember(subject);
    const correction = { ...entries, reference, participantId, isByPayer };
    try {
      const { version } = typed;
      const plan = await planCorrection(organising, { ...correction, version });
      if (typed.confirm === undefined) {
        return { main: detailsCheck(content, subject, plan.outcome, entries) };
      }
      await plan.perform();
      return { notice: 'corrected' };
    } catch (error) {
      const reason = error instanceof ActionImpossible ? error.reason : undefined;
      // The second press of the button finds the entries corrected.
      const isDone =
        reason === 'changed' && (await reasonAgainst(organising, correction)) === 'unchanged';
      if (isDone) return { notice: 'corrected' };
      if (reason !== 'unchanged') throw error;
      const main = detailsForm(content, subject, typed);
      return { main, trouble: said.details.unchanged, status: 409 };
    }
  },
};

/** The reason why a correction is not possible now, if there is one. */
async function reasonAgainst(...correction: Parameters<typeof planCorrection>) {
  try {
    await planCorrection(...correction);
    return undefined;
  } catch (error) {
    if (error instanceof ActionImpossible) return error.reason;
    throw error;
  }
}
