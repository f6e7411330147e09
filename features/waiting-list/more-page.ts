import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { momentAt } from '#contract/content/moments.ts';
import { choiceField, hiddenFields } from '#server/http/form-field.ts';
import { buttonClass, fold } from '#server/http/page-parts.ts';
import { sentence } from '#server/http/sentence.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import type { Choice } from '#server/orders/sell/registration-price.ts';
import type { SoldOut } from './ask-for-more.ts';
import { moreWords } from './awaited.ts';
import type { WaitingEntry } from './waiting-list.ts';

/** An entry of the reader, with its place in the queue. */
export type OwnEntry = { entry: WaitingEntry; position: number; wanted: Choice | undefined };

type Shown = {
  /** The path of the person's pages. */
  path: string;
  order: Order;
  own: readonly OwnEntry[];
  soldOut: readonly SoldOut[];
};

/** A person of the own page with the entries in the queue; `name` is that of somebody in a group. */
export type WaitingPerson = {
  path: string;
  name: string | undefined;
  own: readonly WaitingEntry[];
};

/** The part of the own page that leads to the queue: the payer of a group waits for each of its people. */
export function morePart(
  content: Content,
  people: readonly WaitingPerson[],
  hasSoldOut: boolean,
): { part: Markup; isOffered: boolean } | undefined {
  const said = content.yourRegistration.waitingForMore;
  const all = people.flatMap(({ own }) => own);
  const shown = people.filter(({ own }) => own.length > 0 || hasSoldOut);
  if (shown.length === 0) return undefined;
  const isOffered = all.some(({ state }) => state === 'OFFERED');
  const heading = isOffered ? said.offered : all.length > 0 ? said.waiting : said.heading;
  const part = fold(
    { id: 'waiting-for-more', heading, isOpen: isOffered },
    html`${all.length > 0 ? undefined : html`<p class="receipt-words">${said.offer}</p> `}
    ${shown.map((person) => personPart(content, person))}`,
  );
  return { part, isOffered };
}

function personPart(content: Content, { path, name, own }: WaitingPerson): Markup {
  const said = content.yourRegistration.waitingForMore;
  const page = `${path}/waiting`;
  const open = own.some(({ state }) => state === 'OFFERED') ? said.openOffer : said.open;
  const whose = name === undefined ? undefined : html`<bdi>${name}</bdi>: `;
  return html`${own.map((entry) => html`<p class="receipt-words">${whose}${entryWords(content, entry)}</p> `)}
    <p>
      ${
        name === undefined
          ? html`<a class="receipt-download" href="${page}">${open}</a>`
          : html`<a href="${page}">${sentence(said.titleOf, { person: name })}</a>`
      }
    </p>`;
}

/** The page on which a participant waits for more, takes what is free, or stops waiting. */
export function morePage(content: Content, { path, order, own, soldOut }: Shown): Markup {
  const said = content.yourRegistration.waitingForMore;
  const hours = String(content.conference.waitingForMore?.hours ?? '');
  return html`<p class="receipt-words">${fillPlaceholders(said.intro, { hours })}</p>
    ${own.map((each) => ownPart(content, path, order, each))}
    ${
      soldOut.length > 0
        ? askForm(content, path, soldOut)
        : own.length === 0
          ? html`<p class="receipt-words">${said.nothing}</p>`
          : undefined
    }`;
}

function ownPart(
  content: Content,
  path: string,
  order: Order,
  { entry, position, wanted }: OwnEntry,
): Markup {
  const said = content.yourRegistration.waitingForMore;
  const isOffered = entry.state === 'OFFERED';
  const place = fillPlaceholders(said.position, { position: String(position) });
  return html`<section>
    <h2>${entryWords(content, entry)}</h2>
    ${isOffered || wanted === undefined ? undefined : html`<p class="receipt-words">${place}</p>`}
    ${isOffered && wanted ? takeForm(content, path, order, { entry, wanted }) : undefined}
    <form method="post" action="${path}/waiting">
      ${hiddenFields({ act: 'end', entry: entry.id })}
      <button class="${buttonClass('ending')}">${isOffered ? said.decline : said.leave}</button>
    </form>
  </section>`;
}

/** Leads to the page on which everybody changes a registration, with what was waited for chosen. */
function takeForm(
  content: Content,
  path: string,
  order: Order,
  { entry, wanted }: { entry: WaitingEntry; wanted: Choice },
): Markup {
  const said = content.yourRegistration.waitingForMore;
  const { nights, extras } = entry.choice;
  return html`<form method="post" action="${path}/change">
    ${hiddenFields({
      version: order.version,
      ...(nights > 0 && { room: 'yes', nights: wanted.nights, guests: wanted.guests }),
      ...Object.fromEntries(Object.keys(extras).map((id) => [`extra-${id}`, wanted.extras[id]])),
    })}
    <p class="receipt-words">${said.takeNote}</p>
    <button class="receipt-download">${said.take}</button>
  </form>`;
}

function askForm(content: Content, path: string, soldOut: readonly SoldOut[]): Markup {
  const said = content.yourRegistration.waitingForMore;
  const most = Math.max(...soldOut.map((each) => each.most));
  const numbers = Array.from({ length: most }, (_, at) => String(at + 1));
  return html`<form method="post" action="${path}/waiting" class="receipt-form">
    ${hiddenFields({ act: 'ask' })}
    ${choiceField(
      { name: 'thing', label: said.what, value: soldOut[0]?.thing },
      soldOut.map(({ thing, label }) => ({ value: thing, words: label })),
    )}
    ${choiceField(
      { name: 'count', label: said.howMany, value: '1' },
      numbers.map((each) => ({ value: each, words: each })),
    )}
    <button class="receipt-download">${said.ask}</button>
  </form>`;
}

function entryWords({ prices, conference, yourRegistration }: Content, entry: WaitingEntry) {
  const said = yourRegistration.waitingForMore;
  const more = moreWords(prices, entry.choice);
  if (entry.state !== 'OFFERED') return fillPlaceholders(said.inLine, { more });
  const until = endText(momentAt(entry.offeredUntil ?? '', conference.dates));
  return fillPlaceholders(said.kept, { more, until });
}
