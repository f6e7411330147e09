import { amountWithCode } from '../money.ts';
import { blank, fact, type Html, html } from '../pages/html.ts';
import type { OrderRow } from './paypal-account.ts';
import { centsOf } from './paypal-parameters.ts';

const buttons = [
  ['pays', 'Approve payment', 'The money arrives when the site captures it.'],
  [
    'is-declined',
    'Approve, decline at capture',
    'The capture is refused and the site sends you back here.',
  ],
  ['stays-pending', 'Approve, leave pending', 'The capture waits for a review, as an eCheck does.'],
] as const;

export function checkoutPage({ id, unit, declines }: OrderRow): Html {
  const { amount, description = 'Your order', invoice_id: invoice } = unit;
  const total = amountWithCode(centsOf(amount), amount.currency_code, 'paypal');
  return html`<main>
    <h1>${description}</h1>
    <p class="amount">${total}</p>
    <dl>${invoice === undefined ? blank : fact('Invoice', invoice)}</dl>
    <h2>How should this payment go?</h2>
    ${
      declines === 0
        ? blank
        : html`<p class="alert" role="alert">
            This payment was declined. Approve it again to pay another way.
          </p>`
    }
    <form method="post" action="/sandbox/paypal/checkoutnow?token=${id}">
      ${buttons.map(
        ([choice, label, note]) =>
          html`<div class="field">
            <button
              class="${choice === 'pays' ? 'primary' : ''}"
              name="choice"
              value="${choice}"
              aria-describedby="${choice}-note"
            >
              ${label}
            </button>
            <p class="quiet" id="${choice}-note">${note}</p>
          </div>`,
      )}
      <button name="choice" value="cancel">Cancel</button>
    </form>
  </main>`;
}
