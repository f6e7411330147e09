import type { Prices } from '#contract/content.ts';
import { add, amountWithCode, type Cents, feeOn, feeWords } from '#contract/money.ts';
import { mostAgreed } from '#contract/currency.ts';
import type { Db } from '#server/database/database.ts';
import { agree, isFor } from './agree.ts';
import { normalised } from '#server/identity.ts';
import { amountBeforeFee, listUnagreed, type Order } from '#server/orders/rows/orders.ts';
import { recipientWords, typedRecipient } from '#server/orders/change/ask-for-invoice.ts';
import type { TypedInvoice } from '#server/orders/rows/invoice-entries.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { takenPlaces } from '#server/orders/sell/taken-places.ts';
import { readDue } from '#server/orders/sell/typed-due.ts';
import { leastBy } from '#contract/content/ways.ts';
import { isPayableAgreed } from '#server/payments/offered-ways.ts';
import { limitsNow, lockPlaces } from '#server/orders/sell/place-limits.ts';

type Typed = { email: string; amount: string; words: string; invoice?: TypedInvoice };

/** Records an agreed amount, and confirms a paid place that waits for this agreement. */
export async function planAgreement(organising: Organising, typed: Typed): Promise<Plan> {
  const { payments, content, actor } = organising;
  const recipient = typedRecipient(content, {}, typed.invoice ?? {});
  const { currency, fee } = content.prices;
  const agreed = readDue(currency, typed);
  const { email, amountCents, words } = agreed;
  const unconfirmed = (await listUnagreed(payments.db)).filter(
    ({ customer }) => normalised(customer.email) === normalised(email),
  );
  const waiting = unconfirmed.find((order) => isFor(agreed, order));
  const total = add(amountCents, feeOn(amountCents, fee, currency));
  refuseUnpayable(currency, total);
  const percent = feeWords(fee, currency);
  const withFee =
    percent === undefined
      ? ''
      : `, with the processing fee of ${percent} ${amountWithCode(total, currency)}`;
  const amount = amountWithCode(amountCents, currency);
  const { limit, taken } = await placesNow(payments.db, content.prices);
  if (waiting && taken >= limit) throw fullUp(limit, taken + 1, waiting.reference);
  return {
    words: [
      `${email} pays ${amount}${withFee}, for: ${words}`,
      waiting
        ? `${waiting.reference} has already been paid. It would be confirmed and the payer notified.`
        : 'The place would be confirmed as soon as this is paid.',
      ...(recipient ? [`The invoice is addressed to ${recipientWords(recipient)}.`] : []),
      ...(taken >= limit
        ? [
            `${taken} of ${limit} places are taken: nobody can pay this before one is free or the limit is raised.`,
          ]
        : []),
      ...(waiting ? [] : unconfirmed).map(otherAmountWords),
    ],
    button: `Record ${amount} for ${email}`,
    async perform() {
      const confirmed = await act(organising, async ({ tx, record }) => {
        await lockPlaces(tx, content.prices);
        const before = await placesNow(tx, content.prices);
        const order = await agree(tx, payments, agreed, recipient && { recipient, actor });
        // The agreed amount takes a place at once if it is paid or being paid.
        const after = await placesNow(tx, content.prices);
        if (after.taken > Math.max(before.taken, after.limit)) {
          const what = order?.reference ?? 'the payment that this address is making';
          throw fullUp(after.limit, after.taken, what);
        }
        const entry = { action: 'agree', reference: order?.reference };
        await record({ ...entry, words: `${amount} with ${email}, for: ${words}` });
        return order;
      });
      return [
        confirmed
          ? `Recorded. ${confirmed.reference} is confirmed, and the payer will be notified.`
          : 'Recorded. The place is confirmed as soon as this is paid.',
      ];
    },
  };
}

function otherAmountWords(order: Order): string {
  const { reference, currency } = order;
  return `${reference} of this address is paid and waits for another amount: ${amountWithCode(amountBeforeFee(order), currency)} without the fee.`;
}

function refuseUnpayable(currency: Prices['currency'], total: Cents): void {
  if (isPayableAgreed(currency, total)) return;
  const [least, most] = [leastBy('card', currency), mostAgreed(currency)].map((cents) =>
    amountWithCode(cents, currency),
  );
  throw new ActionImpossible(
    `${amountWithCode(total, currency)} cannot be paid as an agreed amount: with the fee it has to be from ${least} to ${most}. For another amount use ask.`,
  );
}

/** The limit of all places, and the number of taken and reserved places. */
async function placesNow(db: Db, prices: Prices): Promise<{ limit: number; taken: number }> {
  const { all: limit = Infinity } = await limitsNow(db, prices);
  const { paid, held } = (await takenPlaces(db)).get('all') ?? { paid: 0, held: 0 };
  return { limit, taken: paid + held };
}

function fullUp(limit: number, wanted: number, what: string): ActionImpossible {
  return new ActionImpossible(
    `All ${limit} places are taken, and ${what} would take one more: raise the limit to ${wanted} first, or refund it.`,
  );
}
