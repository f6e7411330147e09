import * as z from 'zod/mini';
import { planCancellation } from '#server/orders/cancel-order.ts';
import { planPlaces } from '#server/orders/change-places.ts';
import { planCheckIn, planUndoCheckIn } from '#server/orders/check-in.ts';
import { planMemberCorrection } from '#server/orders/correct-member.ts';
import { planCorrection } from '#server/orders/correct-person.ts';
import { planDecisions } from '#server/abstract/decide-abstracts.ts';
import { planDiscard } from '#server/letters/discard-letter.ts';
import { planHold } from '#server/letters/hold-mails.ts';
import { planMove } from '#server/orders/move-participant.ts';
import { planUndoCancellation } from '#server/orders/undo-cancellation.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { planAgreement } from '#server/discount/record-agreement.ts';
import { planRefund, planRefundTakenBack, planSettled } from '#server/orders/refund-order.ts';
import { planResend } from '#server/letters/resend-mails.ts';
import { planRevivedMails } from '#server/letters/revive-mails.ts';

const text = z.string().check(z.maxLength(1000));
const reference = text;
const contact = {
  email: z.optional(text),
  phone: z.optional(text),
  institute: z.optional(text),
  country: z.optional(text),
  sortName: z.optional(text),
};
const correction = { name: z.optional(text), ...contact };

/** What can be done from the dashboard. page/action-forms.ts has the form of each. */
const actions = {
  'check-in': action(
    z.strictObject({
      reference,
      name: z.optional(text),
      isDespiteUnpaid: z._default(z.boolean(), false),
    }),
    planCheckIn,
  ),
  'undo-check-in': action(z.strictObject({ reference, name: z.optional(text) }), planUndoCheckIn),
  correct: action(z.strictObject({ reference, ...correction }), planCorrection),
  // The name is the one that the person has now.
  'correct-member': action(
    z.strictObject({ reference, name: text, newName: z.optional(text), ...contact }),
    (organising, { name, newName, ...request }) =>
      planMemberCorrection(organising, { ...request, who: name, name: newName }),
  ),
  resend: action(z.strictObject({ reference }), (organising, request) =>
    planResend(organising, { ...request, what: 'receipt' }),
  ),
  // Of a group it is one person.
  move: action(
    z.strictObject({ reference, name: text, type: z.optional(text), room: z.optional(text) }),
    (organising, { name, ...request }) => planMove(organising, { ...request, who: name }),
  ),
  cancel: action(
    z.strictObject({ reference, name: text, amount: z.optional(text) }),
    (organising, { name, ...request }) => planCancellation(organising, { ...request, who: name }),
  ),
  'undo-cancel': action(
    z.strictObject({ reference, name: text }),
    (organising, { name, ...request }) =>
      planUndoCancellation(organising, { ...request, who: name }),
  ),
  agree: action(z.strictObject({ email: text, amount: text, words: text }), planAgreement),
  decide: action(
    z.strictObject({
      reference,
      outcome: z.enum(['ACCEPTED', 'REJECTED']),
      presentation: z.optional(text),
      slot: z.optional(text),
      isSending: z._default(z.boolean(), false),
    }),
    (organising, { reference: about, outcome, presentation, slot, isSending }) =>
      planDecisions(organising, {
        decisions: [{ row: 1, reference: about, decided: { outcome, presentation, slot } }],
        isSending,
      }),
  ),
  refund: action(
    z.strictObject({
      reference,
      amount: z.optional(text),
      isDespiteDispute: z.optional(z.boolean()),
    }),
    planRefund,
  ),
  'take-refund-back': action(z.strictObject({ id: text }), planRefundTakenBack),
  settle: action(z.strictObject({ id: text }), planSettled),
  places: action(z.strictObject({ kind: text, limit: text }), planPlaces),
  'retry-mails': action(z.strictObject({}), planRevivedMails),
  'hold-mails': action(z.strictObject({ hold: z.enum(['all', 'letters']) }), planHold),
  'discard-letter': action(z.strictObject({ letter: text }), planDiscard),
  'release-mails': action(z.strictObject({}), (organising) =>
    planHold(organising, { hold: undefined }),
  ),
};
export type ActionName = keyof typeof actions;

/** Plans an action by its name; both come from the page. */
export function planAction(organising: Organising, name: string, request: unknown): Promise<Plan> {
  if (!isAction(name)) throw new ActionImpossible(`There is no action "${name}".`);
  return actions[name](organising, request);
}

function isAction(name: string): name is ActionName {
  return Object.hasOwn(actions, name);
}

function action<S extends z.ZodMiniType>(
  schema: S,
  plan: (organising: Organising, request: z.output<S>) => Promise<Plan>,
) {
  return (organising: Organising, request: unknown): Promise<Plan> => {
    const parsed = z.safeParse(schema, request);
    if (!parsed.success) throw new ActionImpossible('This form could not be read.');
    return plan(organising, parsed.data);
  };
}
