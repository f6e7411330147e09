import type { ApiCall } from '../call-log.ts';
import type { Ledger, LedgerCharge, PretendPayment } from '../ledger.ts';
import { digitsOf, moneyText } from '../money.ts';
import { blank, type Html, html } from '../pages/html.ts';
import { handleOf, providers } from './panel-actions.ts';

const stages: Record<PretendPayment['stage'], string> = {
  open: 'waiting for the payer',
  approved: 'approved, not collected',
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  expired: 'lapsed',
};

export function paymentList(payments: readonly PretendPayment[], said: Html): Html {
  return html`<section class="tile" aria-labelledby="payments">
    <h2 class="heading" id="payments">Payments</h2>
    <p class="about">The last ones that were begun, and what can still happen to them.</p>
    ${said}
    ${
      payments.length === 0
        ? html`<p class="empty">None yet: register at the site and choose a way to pay.</p>`
        : html`<ul class="payments">
            ${payments.map(paymentItem)}
          </ul>`
    }
  </section>`;
}

function paymentItem(payment: PretendPayment): Html {
  const { provider, amount, currency, description, created, stage, refunded, disputed } = payment;
  const handle = handleOf(payment);
  return html`<li class="payment">
    <div>
      <h3 class="sum" id="${handle}">
        ${moneyText(amount, currency, provider)} <span>${providers[provider]}</span>
      </h3>
      <p class="about">${description}<br />${timeText(new Date(created * 1000))}</p>
      <p class="badges">
        <span class="badge ${stage}">${stages[stage]}</span>
        ${refunded === 0 ? blank : html`<span class="badge back">${moneyText(refunded, currency, provider)} went back</span>`}
        ${disputed ? html`<span class="badge failed">disputed</span>` : blank}
      </p>
    </div>
    ${actionsFor(payment, handle)}
  </li>`;
}

function actionsFor(payment: PretendPayment, handle: string): Html {
  const { stage, amount, refunded, disputed } = payment;
  const of = html`aria-describedby="${handle}"`;
  const which = html`<input type="hidden" name="payment" value="${handle}" />`;
  if (stage === 'pending')
    return html`<div class="acts">
      <form method="post" action="/sandbox/panel/resolve">
        ${which}
        <div class="row">
          <button class="button outline" name="outcome" value="succeeds" ${of}>
            Let it succeed
          </button>
          <button class="button outline" name="outcome" value="fails" ${of}>Let it fail</button>
        </div>
      </form>
    </div>`;
  if (stage !== 'paid' || amount === 0) return blank;
  return html`<div class="acts">
    ${
      refunded === amount
        ? blank
        : html`<form class="refund" method="post" action="/sandbox/panel/refund">
            ${which}
            <div class="field">
              <label for="${handle}-amount">Amount</label>
              <input
                id="${handle}-amount"
                name="amount"
                inputmode="decimal"
                maxlength="12"
                placeholder="all"
                ${of}
              />
            </div>
            <button class="button outline" ${of}>Refund</button>
          </form>`
    }
    ${
      disputed
        ? html`<form method="post" action="/sandbox/panel/decide">
            ${which}
            <div class="row">
              <button class="button outline" name="outcome" value="won" ${of}>
                Let the shop win
              </button>
              <button class="button outline" name="outcome" value="lost" ${of}>
                Let the shop lose
              </button>
            </div>
          </form>`
        : html`<form method="post" action="/sandbox/panel/dispute">
            ${which}
            <button class="button outline" ${of}>Dispute</button>
          </form>`
    }
  </div>`;
}

const SHOWN_ORDERS = 50;

export function ledgerTable(ledger: Ledger): Html {
  const orders = Object.entries(ledger);
  return html`<section class="tile" aria-labelledby="ledger">
    <h2 class="heading" id="ledger">What was really charged</h2>
    <p class="about">
      The providers' side, by the order's id. Whatever went wrong above: one charge for an order, or
      a second one that went back.
    </p>
    ${
      orders.length === 0
        ? html`<p class="empty">Nothing was charged yet.</p>`
        : html`<div class="scroll" role="group" aria-label="Charges" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">Provider</th>
                  <th scope="col">Charged</th>
                  <th scope="col">Went back</th>
                  <th scope="col">Held</th>
                </tr>
              </thead>
              ${orders
                .slice(-SHOWN_ORDERS)
                .reverse()
                .map(([reference, charges]) => orderRows(reference, charges))}
              ${[...Map.groupBy(Object.values(ledger).flat(), unitOf).values()].map(totalRow)}
            </table>
          </div>`
    }
  </section>`;
}

function orderRows(reference: string, charges: readonly LedgerCharge[]): Html {
  const standing = charges.filter(({ amount, refunded }) => refunded < amount).length;
  return html`<tbody>
    <tr>
      <th class="order" colspan="4" scope="rowgroup">
        <code>${reference}</code>
        ${standing > 1 ? html`<span class="badge failed">charged ${standing} times</span>` : blank}
      </th>
    </tr>
    ${charges.map(
      ({ provider, amount, refunded, currency, disputed }) =>
        html`<tr>
          <td>
            ${providers[provider]}
            ${disputed ? html`<span class="badge failed">disputed</span>` : blank}
          </td>
          ${moneyCells(amount, refunded, { currency, provider })}
        </tr>`,
    )}
  </tbody>`;
}

type Unit = Pick<LedgerCharge, 'currency' | 'provider'>;

/** Two providers may count one currency with other decimals. */
function unitOf({ currency, provider }: Unit): string {
  return `${currency} ${digitsOf(currency, provider)}`;
}

function totalRow(charges: LedgerCharge[]): Html {
  const [unit] = charges;
  if (!unit) return blank;
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0);
  const back = charges.reduce((sum, { refunded }) => sum + refunded, 0);
  return html`<tfoot>
    <tr>
      <th scope="row">All ${charges.length}</th>
      ${moneyCells(charged, back, unit)}
    </tr>
  </tfoot>`;
}

function moneyCells(amount: number, refunded: number, { currency, provider }: Unit): Html {
  return html`<td>${moneyText(amount, currency, provider)}</td>
    <td>${refunded === 0 ? '–' : moneyText(refunded, currency, provider)}</td>
    <td>${moneyText(amount - refunded, currency, provider)}</td>`;
}

const SHOWN_CALLS = 30;

export function callList(calls: readonly ApiCall[]): Html {
  const shown = calls.slice(-SHOWN_CALLS).reverse();
  return html`<section class="tile" aria-labelledby="calls">
    <h2 class="heading" id="calls">API calls</h2>
    <p class="about">What the site asked the providers since its start, the latest first.</p>
    ${
      shown.length === 0
        ? html`<p class="empty">None yet.</p>`
        : html`<ol class="calls">
            ${shown.map(callItem)}
          </ol>`
    }
  </section>`;
}

function callItem({ method, path, status, idempotencyKey }: ApiCall): Html {
  const look = status === null ? 'failed' : status < 300 ? 'paid' : 'pending';
  return html`<li>
    <span class="badge ${look}">${status === null ? 'no answer' : status}</span>
    <code>${method} ${shortened(path)}</code>
    ${idempotencyKey === null ? blank : html`<code class="key">key ${shortened(idempotencyKey)}</code>`}
  </li>`;
}

/** 21 Nov, 12:03:33 UTC. Cut from the runtime's own text, because the tables of Intl would take 8 MB. */
export function timeText(time: Date): string {
  const text = time.toUTCString();
  return `${text.slice(5, 11)}, ${text.slice(17, 25)} UTC`;
}

/** Long ids are capabilities and hard to read, so only their ends are shown. */
function shortened(text: string): string {
  return text.replaceAll(/[A-Za-z0-9]{16,}/g, (id) => `${id.slice(0, 4)}…${id.slice(-4)}`);
}
