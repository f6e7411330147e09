import { blank, type Html, html } from '../pages/html.ts';
import { moneyText } from '../money.ts';
import type { OrderRow } from './paypal-account.ts';
import { centsOf } from './paypal-parameters.ts';

type Button = { label: string; choice: string; look: string; note: string };

const buttons: readonly Button[] = [
  {
    label: 'Approve payment',
    choice: 'pays',
    look: 'primary',
    note: 'The money arrives when the site captures it.',
  },
  {
    label: 'Approve, decline at capture',
    choice: 'is-declined',
    look: 'outline',
    note: 'The capture is refused and the site sends you back here.',
  },
  {
    label: 'Approve, leave pending',
    choice: 'stays-pending',
    look: 'outline',
    note: 'The capture waits for a review, as an eCheck does.',
  },
];

export function checkoutPage(order: OrderRow): Html {
  return html`<main class="sheet split">
    ${summary(order)}
    <section class="pane" aria-labelledby="form-heading">
      <h2 class="heading" id="form-heading">How should this payment go?</h2>
      ${
        order.declines === 0
          ? blank
          : html`<p class="alert" role="alert">
              This payment was declined. Approve it again to pay another way.
            </p>`
      }
      <form method="post" action="/sandbox/paypal/checkoutnow?token=${order.id}">
        ${buttons.map(choiceButton)}
        <button class="button quiet" name="choice" value="cancel">Cancel</button>
      </form>
    </section>
  </main>`;
}

function choiceButton({ label, choice, look, note }: Button): Html {
  return html`<div class="field">
    <button
      class="button ${look}"
      name="choice"
      value="${choice}"
      aria-describedby="${choice}-note"
    >
      ${label}
    </button>
    <p class="note" id="${choice}-note">${note}</p>
  </div>`;
}

function summary({ unit, brandName }: OrderRow): Html {
  const { amount, description = 'Your order', invoice_id: invoice } = unit;
  const total = moneyText(centsOf(amount), amount.currency_code, 'paypal');
  return html`<section class="pane tint" aria-label="Summary">
    <h1 class="product">${description}</h1>
    <p class="amount">${total} <span>${amount.currency_code}</span></p>
    <dl class="facts">
      ${brandName === null ? blank : fact('To', brandName)}
      ${invoice === undefined ? blank : fact('Invoice', invoice)}
      <div class="total">
        <dt>Total</dt>
        <dd>${total}</dd>
      </div>
    </dl>
  </section>`;
}

function fact(term: string, value: string): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}
