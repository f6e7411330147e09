import * as z from 'zod/mini';
import { planPlaces } from '#server/organising/change-places.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/organising/plan.ts';
import { planRefund, planRefundTakenBack } from '#server/organising/refund-order.ts';
import { planRevivedMails } from '#server/organising/revive-mails.ts';

const text = z.string().check(z.maxLength(1000));
const reference = text;

/** What can be done from the dashboard. page/action-forms.ts has the form of each. */
const actions = {
  refund: action(
    z.strictObject({
      reference,
      amount: z.optional(text),
      isDespiteDispute: z.optional(z.boolean()),
    }),
    planRefund,
  ),
  'take-refund-back': action(z.strictObject({ id: text }), planRefundTakenBack),
  places: action(z.strictObject({ kind: text, limit: text }), planPlaces),
  'retry-mails': action(z.strictObject({}), planRevivedMails),
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
