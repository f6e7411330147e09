import type { Content } from '#contract/content.ts';
import { drawEmblem, emblemText } from '#documents/emblem.ts';
import { html, type Markup } from '#server/markup.ts';
import { isGroup, registrationPath } from '#server/orders/orders.ts';
import type { PageOwner } from '#server/orders/page-owners.ts';

/** The side of the square in which a page draws an emblem, in units of the drawing. */
const SIDE = 200;

/** The part of the page with the emblem of the participant, and the pictures to share. */
export function emblemSection(
  { yourRegistration: { emblem: said } }: Content,
  owner: PageOwner,
): Markup | undefined {
  const text = emblemOf(owner);
  if (text === undefined) return undefined;
  const picture = `${registrationPath(owner)}/emblem.png`;
  return html`<section aria-labelledby="emblem" class="emblem-part">
    ${emblem(text)}
    <div>
      <h2 id="emblem">${said.heading}</h2>
      <p class="receipt-words">${said.words}</p>
      <ul>
        <li><a href="${picture}">${said.picture}</a></li>
        <li><a href="${picture}?name=yes">${said.pictureWithName}</a></li>
      </ul>
    </div>
  </section>`;
}

/** The text whose emblem the owner of a page has; undefined for the payer of a group and before an order. */
export function emblemOf({ participant, order }: PageOwner): string | undefined {
  if (!participant || !order) return undefined;
  const { reference } = order;
  return emblemText({ reference, id: participant.id, isInGroup: isGroup(order) });
}

/** The emblem of a text as a drawing that screen readers skip. Its colours are in site/receipt.css. */
function emblem(text: string): Markup {
  const middle = SIDE / 2;
  const { chain, marks, lineWidth } = drawEmblem(text, { x: middle, y: middle, radius: middle });
  return html`<svg class="emblem" aria-hidden="true" viewBox="0 0 ${SIDE} ${SIDE}">
    <path class="emblem-chain" stroke-width="${lineWidth}" d="${chain}" />
    <path class="emblem-marks" d="${marks}" />
  </svg>`;
}
