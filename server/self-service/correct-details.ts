import { hasMistakes, readFields } from '#server/http/person-fields.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { planCorrection } from '#server/orders/correct-person.ts';
import type { PersonAct } from './act-routes.ts';
import { DETAILS, detailsCheck, detailsForm } from './details-page.ts';
import { memberIdOf } from './subject.ts';

/** Corrects name, institute, phone and country by the plan with which an organiser corrects them. */
export const correctDetails: PersonAct = {
  path: 'details',
  needs: 'correct',
  title: ({ details }) => details,
  refuse: async () => undefined,
  form: (content, subject, typed = subject.entries) => detailsForm(content, subject, { typed }),
  async answer(organising, subject, form) {
    const { content } = organising;
    const { yourRegistration: said } = content;
    const { entries, mistakes } = readFields(content, DETAILS, form, subject.entries);
    if (hasMistakes(mistakes)) {
      const trouble = said.mistakes;
      return {
        page: detailsForm(content, subject, { typed: form, mistakes, trouble }),
        status: 400,
      };
    }
    const { reference } = subject.order;
    const correction = { ...entries, reference, participantId: memberIdOf(subject) };
    try {
      const { version } = form;
      const plan = await planCorrection(organising, { ...correction, version });
      if (form.confirm === undefined) {
        return { page: detailsCheck(content, subject, plan.outcome, entries) };
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
      const trouble = said.details.unchanged;
      return { page: detailsForm(content, subject, { typed: form, trouble }), status: 409 };
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
