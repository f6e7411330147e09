import { blank, fact, type Html, html } from '../pages/html.ts';
import { amountWithCode, moneyText } from '../money.ts';
import { type Problem, problems } from './card-form.ts';
import type { Method, SessionRow } from './stripe-account.ts';
import { offeredMethods } from './stripe-objects.ts';
import { testCards } from './test-cards.ts';

export function payPage(session: SessionRow, found: readonly Problem[]): Html {
  const here = `/sandbox/stripe/pay/${session.id}`;
  const total = moneyText(session.amount, session.currency, 'stripe');
  const isFree = session.amount === 0;
  return html`<main>
    ${summary(session)}
    <h2>${isFree ? 'Nothing to pay' : 'Pay by card'}</h2>
    ${isFree ? blank : otherMethods(session, 'card')} ${paymentAlert(found)}
    <form method="post" action="${here}">
      ${isFree ? blank : cardFields(found)}
      <button class="primary">Pay ${total}</button>
    </form>
    ${session.cancelUrl === null ? blank : cancelForm(here)} ${isFree ? blank : cardList()}
  </main>`;
}

export function challengePage(session: SessionRow): Html {
  return html`<main>
    <h1>3-D Secure authentication</h1>
    ${amountDue(session)}
    <p>The pretend bank asks whether this payment is yours. Choose how it ends.</p>
    <form method="post" action="/sandbox/stripe/pay/${session.id}/authenticate">
      <button class="primary" name="outcome" value="complete">Complete authentication</button>
      <button name="outcome" value="fail">Fail authentication</button>
    </form>
  </main>`;
}

export function summary(session: SessionRow): Html {
  const [item] = session.lineItems;
  return html`<h1>${item?.name ?? 'Your order'}</h1>
    ${amountDue(session)} ${item?.description == null ? blank : html`<p>${item.description}</p>`}
    <dl>${session.customerEmail === null ? blank : fact('Email', session.customerEmail)}</dl>`;
}

export function amountDue({ amount, currency }: SessionRow): Html {
  return html`<p class="amount">${amountWithCode(amount, currency, 'stripe')}</p>`;
}

function paymentAlert(found: readonly Problem[]): Html {
  const problem = found.find((code) => problems[code].field === null);
  return problem ? html`<p class="alert" role="alert">${problems[problem].message}</p>` : blank;
}

const names: Record<Method, string> = {
  card: 'Pay by card',
  sepa_debit: 'Pay by SEPA Direct Debit',
  customer_balance: 'Pay by bank transfer',
};

/** The page of each method; the page of cards has the address of the session. */
export function pathOf({ id }: SessionRow, method: Method): string {
  return `/sandbox/stripe/pay/${id}${method === 'card' ? '' : `/${method}`}`;
}

/** Links to the pages of the session's other methods. */
export function otherMethods(session: SessionRow, shown: Method): Html {
  const others = offeredMethods(session).filter((method) => method !== shown);
  if (others.length === 0) return blank;
  return html`<ul class="cards">
    ${others.map((method) => html`<li><a href="${pathOf(session, method)}">${names[method]}</a></li>`)}
  </ul>`;
}

const fields = [
  { id: 'number', label: 'Card number', name: 'card_number', complete: 'cc-number', longest: 30 },
  { id: 'expiry', label: 'Expiry', name: 'expiry', complete: 'cc-exp', longest: 9 },
  { id: 'cvc', label: 'CVC', name: 'cvc', complete: 'cc-csc', longest: 4 },
] as const;

function cardFields(found: readonly Problem[]): readonly Html[] {
  return fields.map(({ id, label, name, complete, longest }) => {
    const problem = found.find((code) => problems[code].field === id);
    const focused = problem !== undefined && problem === found[0] ? html` autofocus` : blank;
    const wiring = problem
      ? html` aria-invalid="true" aria-describedby="${id}-error"${focused}`
      : blank;
    return html`<div class="field">
      <label for="${id}">${label}</label>
      <input
        id="${id}"
        name="${name}"
        autocomplete="${complete}"
        inputmode="${id === 'expiry' ? 'text' : 'numeric'}"
        maxlength="${longest}"
        required${wiring}
      />
      ${problem ? html`<p class="error" id="${id}-error" role="alert">${problems[problem].message}</p>` : blank}
    </div>`;
  });
}

export function cancelForm(here: string): Html {
  return html`<form method="post" action="${here}/cancel">
    <button>Cancel</button>
  </form>`;
}

function cardList(): Html {
  return html`<details>
    <summary>Test cards</summary>
    <ul class="cards">
      ${testCards.map(
        (card) => html`<li><code>${card.number}</code> <span>${card.meaning}</span></li>`,
      )}
    </ul>
    <p>With any expiry date to come, like 12 / 34, and any three digits as CVC.</p>
  </details>`;
}
