import type { FastifyInstance } from 'fastify';
import type { Looks } from '#contract/content/looks.ts';
import { spelledIn } from '#contract/letters.ts';
import { drawEmblem, emblemText } from '#documents/emblem.ts';
import { drawnLast } from '#server/http/drawn-last.ts';
import { fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { isGroup, registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import type { OwnPagePart } from '#server/self-service/own-page-parts.ts';
import { ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';
import { isConfirmed } from '#server/self-service/page-facts.ts';
import { makeEmblemPicture } from './emblem-picture.ts';

/** The side of the square in which a page draws an emblem, in units of the drawing. */
const SIDE = 200;

/** The emblem of a participant with a confirmed place on the ticket, and the part with the pictures to share. */
export async function emblemParts(
  { content }: SelfServiceRoutes,
  owner: PageOwner,
  about: { isConfirmed: boolean },
): Promise<OwnPagePart[]> {
  const { looks } = content.conference;
  const text = about.isConfirmed ? emblemOf(looks, owner) : undefined;
  if (text === undefined) return [];
  const said = content.yourRegistration.emblem;
  const picture = `${registrationPath(owner)}/emblem.png`;
  const part = fold(
    { id: 'emblem', heading: said.heading },
    html`<p class="receipt-words">${said.words}</p>
      <ul>
        <li><a href="${picture}">${said.picture}</a></li>
        <li><a href="${picture}?name=yes">${said.pictureWithName}</a></li>
      </ul>`,
  );
  return [
    { place: 'ticket', rank: 10, part: emblem(looks, text) },
    { place: 'folded', rank: 70, part },
  ];
}

/** The emblem as a picture to share, with the name if `?name=yes` asks for it. */
export function emblemRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  ownPages(app, deps).get('/registration/:token/emblem.png', async (owner, _, { query }) => {
    const { name: conference, looks } = content.conference;
    const text = emblemOf(looks, owner);
    if (text === undefined || !(await isConfirmed(context, owner))) return undefined;
    const name = query['name'] === 'yes' ? owner.participant?.name : undefined;
    // The plain letters and digits of the conference's name, of which other scripts have none.
    const plain = spelledIn(/[a-z0-9]/, conference.toLowerCase(), ' ').trim();
    const words = [...plain.split(/ +/), 'emblem', name === undefined ? '' : 'with-name'];
    return {
      type: 'image/png',
      fileName: `${words.filter(Boolean).join('-')}.png`,
      content: await makeEmblemPicture(content, text, name),
    };
  });
}

/**
 * The text whose emblem the owner of a page has; undefined for the payer of a group, before an order, and if the theme of
 * the conference has no emblems.
 */
function emblemOf(
  { lattice, emblemDrawing }: Looks,
  { participant, order }: PageOwner,
): string | undefined {
  if (!participant || !order || (!lattice && !emblemDrawing)) return undefined;
  const { reference } = order;
  return emblemText({ reference, id: participant.id, isInGroup: isGroup(order) });
}

const drawn = drawnLast((text: string, lattice: NonNullable<Looks['lattice']>) => {
  const middle = SIDE / 2;
  return drawEmblem(text, { x: middle, y: middle, radius: middle }, lattice);
});

/** The emblem of a text as a drawing that screen readers skip. The colours of its lines are in site/receipt.css. */
function emblem({ lattice, emblemDrawing }: Looks, text: string): Markup | undefined {
  // The check of the theme has refused everything in a drawing that is more than shapes.
  if (emblemDrawing) {
    const { svg } = emblemDrawing;
    return { markup: svg.replace('<svg ', '<svg class="emblem" aria-hidden="true" ') };
  }
  if (!lattice) return undefined;
  const { line, marks, lineWidth } = drawn(text, lattice);
  return html`<svg class="emblem" aria-hidden="true" viewBox="0 0 ${SIDE} ${SIDE}">
    <path class="emblem-line" stroke-width="${lineWidth}" d="${line}" />
    <path class="emblem-marks" d="${marks}" />
  </svg>`;
}
