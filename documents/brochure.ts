import { join } from 'node:path';
import type { Content } from '#contract/content.ts';
import { listedExtras, listedType } from '#contract/content/listed-prices.ts';
import { isPublic } from '#contract/content/prices-shape.ts';
import { type Cents, feeWords, moneyText } from '#contract/money.ts';
import {
  type Cell,
  closeFlow,
  fact,
  type Flow,
  nextPage,
  createFlow,
  openSection,
} from './flow.ts';
import { writeCells, writeFacts } from './flow.ts';
import { nameplate } from './nameplate.ts';
import { column, ink, page, picture, span, write } from './canvas.ts';
import { measure } from './typesetting.ts';

const halves = [0, 6];
const thirds = [0, 4, 8];

/** A brochure of a few pages of A4, for screens and paper. `folder` is the content folder with the pictures. */
export async function makeBrochure(content: Content, folder: string): Promise<Buffer> {
  const flow = await createFlow(content, content.pages.documents.brochureTitle);
  cover(flow, content, join(folder, 'public/share.png'));
  nextPage(flow);
  topics(flow, content);
  nextPage(flow);
  speakers(flow, content);
  nextPage(flow);
  fees(flow, content);
  contact(flow, content);
  return closeFlow(flow);
}

function cover(flow: Flow, content: Content, share: string): void {
  const { conference, home } = content;
  const { canvas } = flow;
  nextPage(flow, ink.paper);
  nameplate(canvas, conference.name, conference.dates.year);
  picture(canvas, share, { x: 0, y: 118, width: page.width });

  const { heading } = home.hero;
  const place = { x: column(0), width: span(11) };
  const facts = 706;
  const y = facts - 44 - measure(canvas, heading, 'title', place.width);
  const title = { text: conference.fullTitle, style: 'label', color: ink.accent } as const;
  const above = measure(canvas, title.text, title.style, place.width) + 12;
  write(canvas, { ...title, y: y - above, ...place });
  write(canvas, { text: heading, style: 'title', tag: 'H1', y, ...place });
  flow.y = facts;
  writeFacts(flow, content);
}

function topics(flow: Flow, { home, topics: cards }: Content): void {
  openSection(flow, home.topics.heading, home.topics.intro);
  const cells = cards.map(({ title, description, tags }): Cell => [
    { text: title, style: 'name', tag: 'H3' },
    { text: description, style: 'body', color: ink.soft },
    { text: tags.join('\u00a0· '), style: 'tag' },
  ]);
  writeCells(flow, cells, halves);
}

function speakers(flow: Flow, { pages, speakers: people }: Content): void {
  openSection(flow, pages.speakers.heading);
  const cells = people.map(({ type, name, title, university, bio }): Cell => [
    { text: type, style: 'label', color: ink.accent },
    { text: name, style: 'name', tag: 'H3' },
    { text: title, style: 'body' },
    { text: university, style: 'body', color: ink.soft },
    { text: bio, style: 'body', color: ink.soft },
  ]);
  writeCells(flow, cells, halves);
}

function fees(flow: Flow, { conference, home, pages, prices }: Content): void {
  const { heading, intro, ...labels } = pages.documents.fees;
  openSection(flow, heading, intro);
  const { currency, fee, phases, presentationTypes, room } = prices;
  const amounts = (price: readonly Cents[], label: string) =>
    price.map((cents, phase) =>
      figure(moneyText(cents, currency), [label, phases[phase]?.name].filter(Boolean).join(', ')),
    );
  const ways = presentationTypes
    .filter(isPublic)
    .flatMap((type) => amounts(type.price, listedType(prices, type)));
  writeCells(flow, ways, thirds);
  const feeText = feeWords(fee, currency);
  const further = [
    ...(room
      ? [
          ...amounts(room.night, labels.nightLabel),
          ...amounts(room.guestPerNight, labels.guestLabel),
        ]
      : []),
    ...listedExtras(prices).flatMap(({ price, label }) => amounts(price, label)),
    ...(feeText === undefined ? [] : [figure(feeText, labels.feeLabel)]),
  ];
  if (further.length > 0) writeCells(flow, further, thirds);

  flow.y += 26;
  openSection(flow, home.highlights.deadlinesLabel);
  const dates = conference.deadlines.landing.map(({ label, date }) => figure(date, label));
  writeCells(flow, dates, thirds);
  flow.y += 26;
}

function contact(flow: Flow, { conference, pages }: Content): void {
  const { venue, secretary, city, country } = conference;
  const mail = `mailto:${secretary.email}`;
  const address = `${venue.street}\n${venue.postalCode} ${city}, ${country}`;
  const { venueHeading, secretaryHeading, secretaryText } = pages.contact;
  openSection(flow, pages.contact.heading);
  const there: Cell = [...fact(venueHeading, venue.name), { text: address, style: 'body' }];
  const office: Cell = [
    { text: secretaryHeading, style: 'label', color: ink.accent },
    { text: secretary.email, style: 'name', to: mail },
    { text: secretaryText, style: 'body', color: ink.soft },
  ];
  writeCells(flow, [there, office], halves);
}

function figure(text: string, label: string): Cell {
  return [
    { text, style: 'mark' },
    { text: label, style: 'body', color: ink.soft },
  ];
}
