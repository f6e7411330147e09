import { blank, fact, type Html, html } from '../pages/html.ts';
import { moneyText } from '../money.ts';
import { amountDue, cancelForm, otherMethods, pathOf, summary } from './pay-page.ts';
import type { IntentRow, SessionRow } from './stripe-account.ts';
import { testIbans } from './test-ibans.ts';
import { referenceOf, virtualIbanOf } from './virtual-account.ts';

/** The page on which the payer signs a mandate for a debit. */
export function debitPage(session: SessionRow, hasProblem: boolean): Html {
  const total = moneyText(session.amount, session.currency, 'stripe');
  const wiring = hasProblem
    ? html` aria-invalid="true" aria-describedby="iban-error" autofocus`
    : blank;
  return html`<main>
    ${summary(session)}
    <h2>Pay by SEPA Direct Debit</h2>
    ${otherMethods(session, 'sepa_debit')}
    <form method="post" action="${pathOf(session, 'sepa_debit')}">
      <div class="field">
        <label for="iban">IBAN</label>
        <input id="iban" name="iban" autocomplete="off" maxlength="42" required${wiring} />
        ${hasProblem ? html`<p class="error" id="iban-error" role="alert">Your IBAN is not a test IBAN.</p>` : blank}
      </div>
      <p>
        With this payment you allow the pretend Stripe to debit your account once. Your bank answers
        within 14 days, and you can get the money back within eight weeks.
      </p>
      <button class="primary">Pay ${total}</button>
    </form>
    ${cancelOf(session)}
    <details>
      <summary>Test IBANs</summary>
      <ul class="cards">
        ${testIbans.map(
          ({ iban, meaning }) => html`<li><code>${iban}</code> <span>${meaning}</span></li>`,
        )}
      </ul>
    </details>
  </main>`;
}

/** The page on which the payer chooses to transfer the money. */
export function transferPage(session: SessionRow): Html {
  const total = moneyText(session.amount, session.currency, 'stripe');
  return html`<main>
    ${summary(session)}
    <h2>Pay by bank transfer</h2>
    ${otherMethods(session, 'customer_balance')}
    <form method="post" action="${pathOf(session, 'customer_balance')}">
      <p>The next page has the bank details. You transfer the money from your own bank account.</p>
      <button class="primary">Pay ${total}</button>
    </form>
    ${cancelOf(session)}
  </main>`;
}

/** The bank details of a chosen transfer, with buttons that pretend what the payer's bank sends. */
export function instructionsPage(session: SessionRow, intent: IntentRow, back: string): Html {
  const money = (amount: number) => moneyText(amount, session.currency, 'stripe');
  const left = intent.amount - intent.received;
  const isOpen = intent.status === 'requires_action';
  return html`<main>
    <h1>Bank transfer</h1>
    ${amountDue(session)}
    <dl>
      ${fact('Account holder', 'Payment Sandbox')}
      ${fact('IBAN', virtualIbanOf(session.customer ?? ''))} ${fact('BIC', 'SANDDEFFXXX')}
      ${fact('Reference', referenceOf(intent))} ${fact('Arrived', money(intent.received))}
      ${isOpen ? fact('Still to transfer', money(left)) : blank}
    </dl>
    <p><a class="button primary" href="${back}">Back to the site</a></p>
    <h2>Pretend what the bank sends</h2>
    <form method="post" action="/sandbox/stripe/transfer/${session.id}">
      ${
        isOpen
          ? html`<button name="sends" value="whole">The whole amount</button>
              <button name="sends" value="part">A half</button>`
          : blank
      }
      <button name="sends" value="more">Too much</button>
      <label for="from">The bank account of the payer</label>
      <select id="from" name="from">
        <option value="known">is known to Stripe</option>
        <option value="unknown">is not known to Stripe</option>
      </select>
    </form>
  </main>`;
}

function cancelOf(session: SessionRow): Html {
  return session.cancelUrl === null ? blank : cancelForm(pathOf(session, 'card'));
}
