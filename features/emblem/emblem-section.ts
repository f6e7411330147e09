import type { Looks } from '#contract/content/looks.ts';
import type { Content } from '#contract/content.ts';
import { drawEmblem, emblemText } from '#documents/emblem.ts';
import { fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { isGroup, registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';

/** The side of the square in which a page draws an emblem, in units of the drawing. */
const SIDE = 200;

/** The emblem of the participant for the ticket, and the part of the page with the pictures to share. */
export function emblemParts(
  { conference: { looks }, yourRegistration: { emblem: said } }: Content,
  owner: PageOwner,
): { drawing: Markup | undefined; part: Markup } | undefined {
  const text = emblemOf(looks, owner);
  if (text === undefined) return undefined;
  const picture = `${registrationPath(owner)}/emblem.png`;
  const part = fold(
    { id: 'emblem', heading: said.heading },
    html`<p class="receipt-words">${said.words}</p>
      <ul>
        <li><a href="${picture}">${said.picture}</a></li>
        <li><a href="${picture}?name=yes">${said.pictureWithName}</a></li>
      </ul>`,
  );
  return { drawing: emblem(looks, text), part };
}

/**
 * The text whose emblem the owner of a page has; undefined for the payer of a group, before an order, and if the theme of
 * the conference has no emblems.
 */
export function emblemOf(
  { lattice, emblemDrawing }: Looks,
  { participant, order }: PageOwner,
): string | undefined {
  if (!participant || !order || (!lattice && !emblemDrawing)) return undefined;
  const { reference } = order;
  return emblemText({ reference, id: participant.id, isInGroup: isGroup(order) });
}

/** The emblem of a text as a drawing that screen readers skip. The colours of its lines are in site/receipt.css. */
function emblem({ lattice, emblemDrawing }: Looks, text: string): Markup | undefined {
  // The check of the theme has refused everything in a drawing that is more than shapes.
  if (emblemDrawing) {
    const { svg } = emblemDrawing;
    return { markup: svg.replace('<svg ', '<svg class="emblem" aria-hidden="true" ') };
  }
  if (!lattice) return undefined;
  const middle = SIDE / 2;
  const place = { x: middle, y: middle, radius: middle };
  const { line, marks, lineWidth } = drawEmblem(text, place, lattice);
  return html`<svg class="emblem" aria-hidden="true" viewBox="0 0 ${SIDE} ${SIDE}">
    <path class="emblem-line" stroke-width="${lineWidth}" d="${line}" />
    <path class="emblem-marks" d="${marks}" />
  </svg>`;
}
