import type { Content } from '#contract/content.ts';
import { decimalFromCents } from '#contract/money.ts';
import { presentationTypes } from '#contract/registration-options.ts';
import { drawLattice } from './lattice.ts';
import { openSection, runningPage, top } from './running-page.ts';
import { column, ink, page, rule, type Sheet, span, write } from '#documents/sheet.ts';

export function backPage(sheet: Sheet, content: Content, number: number): void {
  const { conference, pages, prices } = content;
  const { fees } = pages.documents;
  runningPage(sheet, conference, number);
  const { heading, intro } = fees;
  const begin = openSection(sheet, top, { heading, intro, number: 8 });

  const euros = (amount: Parameters<typeof decimalFromCents>[0]) => `€${decimalFromCents(amount)}`;
  const ways = Object.entries(presentationTypes).map(
    ([type, { label }]) => [label, euros(priceOf(prices.presentation, type))] as const,
  );
  const room = [
    [fees.nightLabel, euros(prices.room.night)],
    [fees.guestLabel, euros(prices.room.guestPerNight)],
    [fees.feeLabel, `${prices.processingFeePercent}%`],
  ] as const;
  const left = priceTable(sheet, column(0), begin, fees.presentationLabel, ways);
  const right = priceTable(sheet, column(6), begin, fees.roomLabel, room);
  const { venue, secretary, city, country } = conference;
  const y = Math.max(left, right) + 40;
  contact(sheet, {
    x: column(0),
    y,
    label: pages.contact.venueHeading,
    name: venue.name,
    text: `${venue.street}\n${venue.postalCode} ${city}, ${country}`,
  });
  contact(sheet, {
    x: column(6),
    y,
    label: pages.contact.secretaryHeading,
    name: secretary.email,
    to: `mailto:${secretary.email}`,
    text: pages.contact.secretaryText,
  });

  drawLattice(sheet, {
    seed: 33,
    x: 0,
    y: page.height - 262,
    width: page.width,
    height: 200,
    bond: 15,
    density: (across, down) => down * 1.7 + across * 0.6 - 0.5,
    heavy: 1,
  });
}

function priceOf(presentation: Content['prices']['presentation'], type: string) {
  const price = Object.entries(presentation).find(([name]) => name === type)?.[1];
  if (price === undefined) throw new Error(`content/prices.yaml has no price for ${type}`);
  return price;
}

type Row = readonly [label: string, price: string];

function priceTable(sheet: Sheet, x: number, y: number, label: string, rows: readonly Row[]) {
  const width = span(6) - 10;
  rule(sheet, x, y, span(6), ink.black);
  write(sheet, { text: label, style: 'label', tag: 'H3', color: ink.accent, x, y: y + 9, width });
  for (const [at, [text, price]] of rows.entries()) {
    const line = y + 32 + at * 25;
    write(sheet, { text, style: 'body', x, y: line + 3, width: width - 70 });
    write(sheet, {
      text: price,
      style: 'name',
      align: 'right',
      x: x + span(6) - 80,
      y: line + 2,
      width: 80,
    });
    rule(sheet, x, line + 21, span(6), ink.rule);
  }
  return y + 32 + rows.length * 25;
}

type Contact = { x: number; y: number; label: string; name: string; text: string; to?: string };

function contact(sheet: Sheet, { x, y, label, name, text, to }: Contact): void {
  const width = span(6) - 10;
  rule(sheet, x, y, span(6), ink.black);
  write(sheet, { text: label, style: 'label', tag: 'H3', color: ink.accent, x, y: y + 9, width });
  const named = { text: name, style: 'name', x, y: y + 27, width } as const;
  const end = write(sheet, to === undefined ? named : { ...named, to }) + 3;
  write(sheet, { text, style: 'body', color: ink.soft, x, y: end, width });
}
