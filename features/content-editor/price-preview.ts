import type { Content } from '#contract/content.ts';
import { add, type Cents, feeOn, feeWords, moneyText } from '#contract/money.ts';
import { html, wholePage } from '#server/markup.ts';

/**
 * All prices as they would be charged, in each phase. The registration form of a preview shows none of them, because a page
 * without scripts computes nothing.
 */
export function pageOfPrices({ prices }: Content): string {
  const { currency, fee, phases, presentationTypes, room, extras } = prices;
  const columns = phases.length > 0 ? phases.map(({ name }) => name) : ['Price'];
  const amount = (price: Cents | undefined) => {
    if (price === undefined) return '';
    const charged = moneyText(add(price, feeOn(price, fee, currency)), currency);
    return feeOn(price, fee, currency) === 0
      ? charged
      : `${moneyText(price, currency)} · ${charged}`;
  };
  const row = (label: string, price: readonly Cents[]) => html`
    <tr>
      <th scope="row">${label}</th>
      ${columns.map((_, at) => html`<td>${amount(price[at])}</td>`)}
    </tr>
  `;
  const rows = [
    ...presentationTypes.map(({ label, price }) => row(label, price)),
    ...(room
      ? [row('Room, a night', room.night), row('Guest in the room, a night', room.guestPerNight)]
      : []),
    ...extras.map(({ label, whole, price }) =>
      row(whole ? `${whole.label}: ${label}` : label, price),
    ),
  ];
  const words = feeWords(fee, currency);
  return wholePage('Prices', {
    style: html`<style>
      :root {
        color-scheme: light dark;
      }
      body {
        font:
          1rem/1.5 system-ui,
          sans-serif;
        margin: 2rem auto;
        max-width: 60rem;
        padding: 0 1rem;
      }
      div {
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        width: 100%;
      }
      th,
      td {
        border-bottom: 1px solid;
        padding: 0.4rem 1rem 0.4rem 0;
        text-align: start;
      }
    </style>`,
    body: html`<main>
      <h1>Prices</h1>
      ${
        words === undefined
          ? undefined
          : html`<p>
              Each is the price, and what is charged with the fee (${words}) if nothing else is
              ordered.
            </p>`
      }
      <div tabindex="0" role="region" aria-label="Prices">
        <table>
          <thead>
            <tr>
              <td></td>
              ${columns.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>
    </main>`,
  });
}
