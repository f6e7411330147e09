import { blank, type Html, html } from '../pages/html.ts';
import { moneyText } from '../money.ts';
import { type Problem, problems } from './card-form.ts';
import type { SessionRow } from './stripe-account.ts';
import { testCards } from './test-cards.ts';

export function payPage(session: SessionRow, found: readonly Problem[]): Html {
  const here = `/sandbox/stripe/pay/${session.id}`;
  const total = moneyText(session.amount, session.currency, 'stripe');
  return html`<main class="sheet split">
    ${summary(session)}
    <section class="pane" aria-labelledby="form-heading">
      <h2 class="heading" id="form-heading">
        ${session.amount === 0 ? 'Nothing to pay' : 'Pay by card'}
      </h2>
      ${paymentAlert(found)}
      <form method="post" action="${here}">
        ${session.amount === 0 ? blank : cardFields(found)}
        <button class="button primary">Pay ${total}</button>
      </form>
      ${session.cancelUrl === null ? blank : cancelForm(here)}
      ${session.amount === 0 ? blank : cardList()}
    </section>
  </main>`;
}

export function challengePage(session: SessionRow): Html {
  const here = `/sandbox/stripe/pay/${session.id}/authenticate`;
  return html`<main class="sheet narrow">
    <div class="pane">
      <h1 class="heading">3-D Secure authentication</h1>
      ${amountDue(session)}
      <p class="lead">The pretend bank asks whether this payment is yours. Choose how it ends.</p>
      <form method="post" action="${here}">
        <button class="button primary" name="outcome" value="complete">
          Complete authentication
        </button>
        <button class="button outline" name="outcome" value="fail">Fail authentication</button>
      </form>
    </div>
  </main>`;
}

function summary(session: SessionRow): Html {
  const [first, ...others] = session.lineItems;
  const single = first && others.length === 0;
  return html`<section class="pane tint" aria-label="Summary">
    <h1 class="product">${single ? first.name : 'Your order'}</h1>
    ${amountDue(session)}
    ${single && first.description !== null ? html`<p class="about">${first.description}</p>` : blank}
    <dl class="facts">
      ${single && first.quantity === 1 ? blank : session.lineItems.map((item) => itemFact(session, item))}
      ${
        session.customerEmail === null
          ? blank
          : html`<div>
              <dt>Email</dt>
              <dd>${session.customerEmail}</dd>
            </div>`
      }
      <div class="total">
        <dt>Total due</dt>
        <dd>${moneyText(session.amount, session.currency, 'stripe')}</dd>
      </div>
    </dl>
  </section>`;
}

function amountDue({ amount, currency }: SessionRow): Html {
  return html`<p class="amount">
    ${moneyText(amount, currency, 'stripe')} <span>${currency.toUpperCase()}</span>
  </p>`;
}

function itemFact(session: SessionRow, item: SessionRow['lineItems'][number]): Html {
  const times = item.quantity === 1 ? '' : ` × ${item.quantity}`;
  const amount = moneyText(item.unitAmount * item.quantity, session.currency, 'stripe');
  return html`<div>
    <dt>${item.name}${times}</dt>
    <dd>${amount}</dd>
  </div>`;
}

function paymentAlert(found: readonly Problem[]): Html {
  const problem = found.find((code) => problems[code].field === null);
  return problem ? html`<p class="alert" role="alert">${problems[problem].message}</p>` : blank;
}

function cardFields(found: readonly Problem[]): Html {
  const field = cardField.bind(null, found);
  return html`${field('number', 'Card number', {
      name: 'card_number',
      complete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      longest: 30,
    })}
    <div class="pair">
      ${field('expiry', 'Expiry', {
        name: 'expiry',
        complete: 'cc-exp',
        placeholder: 'MM / YY',
        longest: 9,
      })}
      ${field('cvc', 'CVC', { name: 'cvc', complete: 'cc-csc', placeholder: 'CVC', longest: 4 })}
    </div>`;
}

type Input = { name: string; complete: string; placeholder: string; longest: number };

function cardField(
  found: readonly Problem[],
  id: 'number' | 'expiry' | 'cvc',
  label: string,
  { name, complete, placeholder, longest }: Input,
): Html {
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
      placeholder="${placeholder}"
      maxlength="${longest}"
      required${wiring}
    />
    ${problem ? html`<p class="error" id="${id}-error" role="alert">${problems[problem].message}</p>` : blank}
  </div>`;
}

function cancelForm(here: string): Html {
  return html`<form method="post" action="${here}/cancel">
    <button class="button quiet">Cancel</button>
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
    <p class="note">With any expiry date to come, like 12 / 34, and any three digits as CVC.</p>
  </details>`;
}
