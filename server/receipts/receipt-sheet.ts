import { currencyOf } from '#contract/currency.ts';
import { signedMoneyText } from '#contract/money.ts';
import type { Looks } from '#contract/content/looks.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import {
  closeFlow,
  type Flow,
  flowOn,
  makeRoom,
  nextPage,
  pageRoom,
  within,
} from '#documents/flow.ts';
import { nameplate } from '#documents/nameplate.ts';
import {
  column,
  ink,
  createCanvas,
  page,
  rule,
  type Canvas,
  span,
  write,
  writeCode,
} from '#documents/canvas.ts';
import { crossIndustryInvoice } from '#documents/e-invoices/cross-industry-invoice.ts';
import { measure } from '#documents/typesetting.ts';
import { noteOf } from '#server/orders/rows/order-items.ts';
import { confirmsPlace, type ReceiptDocument } from './receipt-document.ts';
import { dateOf, factsOfDocument, replacedWords, titleOf } from './document-words.ts';
import { eInvoiceOf } from './e-invoice-of.ts';
import { exemptionWords, lineWords, taxRows } from './tax-words.ts';

const aside = { x: column(3), width: column(12) - column(3) };
const whole = { x: column(0), width: span(12) };
const left = { x: column(0), width: span(9) };
const right = { x: page.width - page.margin - 120, width: 120, align: 'end' } as const;
/** Above and below the words of an amount; the rows of taxes are a block below the total. */
const PADDING = 7;
const TAX_PADDING = 3;

/**
 * A document as PDF. The PDF depends on the document alone, so its bytes are always the same, until a corrected
 * receipt replaces it: then the PDF names the corrected receipt.
 */
export async function makeReceiptSheet(
  words: Mails,
  looks: Looks,
  document: ReceiptDocument,
  replacedBy?: string,
): Promise<Buffer> {
  const { receipt: said } = words;
  const title = titleOf(said, document);
  const [conference = ''] = document.conference;
  const head = `${conference} · ${title} ${document.number}`;
  const eInvoice = eInvoiceOf(document, words.testMode);
  const canvas = await createCanvas({
    title: head,
    date: document.issuedAt.slice(0, 10),
    texts: [JSON.stringify([words, document, replacedBy])],
    looks,
    language: document.language,
    currency: currencyOf(document.currency, document.decimals, document.language),
    isKept: true,
    eInvoice: eInvoice && crossIndustryInvoice(eInvoice),
  });
  const flow = flowOn(canvas, { head, foot: `${said.issued} ${dateOf(document)}` });
  nextPage(flow);
  nameplate(canvas, conference, Number(/\d{4}/.exec(conference)?.[0] ?? 0));

  flow.y = write(canvas, { text: title, style: 'heading', tag: 'H1', y: 118, ...whole }) + 6;
  const mark = { style: 'label', color: ink.accent, ...whole } as const;
  if (document.isTest) flow.y = write(canvas, { text: words.testMode, y: flow.y, ...mark });
  if (confirmsPlace(document) && replacedBy === undefined) code(canvas, said, document.reference);
  if (replacedBy !== undefined) {
    const text = replacedWords(said, document, replacedBy);
    flow.y = write(canvas, { text, y: flow.y + 4, ...mark });
  }
  flow.y += 14;
  for (const { label, lines } of factsOfDocument(words, document)) fact(flow, label, lines);
  flow.y += 16;
  const state = {
    receipt: said.receiptText,
    invoice: said.receiptText,
    'invoice-cancellation': said.invoiceCancellationText,
    'credit-note': document.means === 'cash' ? said.creditNoteInCash : said.creditNoteText,
    cancellation: said.cancellationText,
  }[document.kind];
  writeAmounts(flow, words, document, state);
  return closeFlow(flow, (nth, count) =>
    count === 1 ? '' : `${said.page} ${nth} ${said.ofPages} ${count}`,
  );
}

/** The last lines that are on the page of the sum, so that it tells what it is the sum of. */
const LINES_AT_SUM = 3;

/** The lines, the sum and its text, which begins with `state`; the sum is never alone on a page. */
export function writeAmounts(
  flow: Flow,
  { receipt: said, labels }: Mails,
  document: ReceiptDocument,
  state: string,
): void {
  const { kind, lines, totalCents, currency, decimals, language } = document;
  // A credit note says in words that it is a refund; the amounts of a cancelled invoice are negative.
  const sign = kind === 'invoice-cancellation' ? -1 : 1;
  const money = (cents: number) =>
    signedMoneyText(sign * cents, currencyOf(currency, decimals, language));
  const meaning = [state, exemptionWords(document)].filter(Boolean).join('\n');
  const taxes = taxRows(said, document).map(({ words: text, cents }): Amount => {
    return { text, note: undefined, sum: money(cents), isTax: true };
  });
  const total: Amount = {
    text: kind === 'credit-note' ? labels.refunded : labels.total,
    note: undefined,
    sum: money(totalCents),
    isTotal: true,
  };
  const below = meaning === '' ? 0 : 14 + measure(flow.canvas, meaning, 'body', whole.width);
  const end = [total, ...taxes].reduce((sum, row) => sum + heightOf(flow.canvas, row), below);
  const amounts = lines.map((line): Amount => {
    const [text = '', more] = lineWords(said, document, line).split('\n');
    const note = [more, noteWords(labels, line)].filter(Boolean).join('\n') || undefined;
    return { text, note, sum: money(line.cents) };
  });
  const heights = amounts.map((amount) => heightOf(flow.canvas, amount));
  const restFrom = (at: number) => heights.slice(at).reduce((sum, height) => sum + height, end);
  // Long texts may leave room for fewer lines.
  const last = Array.from({ length: LINES_AT_SUM }, (_, nth) => lines.length - LINES_AT_SUM + nth)
    .filter((at) => at >= 0)
    .find((at) => HEAD + restFrom(at) <= pageRoom);
  const kept = last ?? lines.length - 1;
  within(flow, 'Table', () => {
    for (const [at, amount] of amounts.entries()) {
      const height = at >= kept ? restFrom(at) : (heights[at] ?? 0);
      const isTurned = makeRoom(flow, at === 0 ? height + HEAD : height);
      if (isTurned || at === 0) writeHead(flow, said);
      writeAmount(flow, amount);
    }
    for (const row of [total, ...taxes]) writeAmount(flow, row);
  });
  if (meaning === '') return;
  write(flow.canvas, { text: meaning, style: 'body', color: ink.soft, y: flow.y + 14, ...whole });
}

type Amount = {
  text: string;
  note: string | undefined;
  sum: string;
  isTotal?: true;
  isTax?: true;
};

function noteWords(
  labels: Mails['labels'],
  line: ReceiptDocument['lines'][number],
): string | undefined {
  const note = noteOf(labels, line);
  // On a line of its own, the payer's text keeps the direction of its script.
  return note && `${note.label}:${line.about === undefined ? '\n' : ' '}${note.text}`;
}

const HEAD = 20;

/** The names of the two columns, on each page that has lines. */
function writeHead(flow: Flow, said: Mails['receipt']): void {
  const look = { style: 'label', color: ink.soft, tag: 'TH', y: flow.y } as const;
  within(flow, 'TR', () => {
    write(flow.canvas, { ...look, text: said.item, ...left });
    write(flow.canvas, { ...look, text: said.amount, ...right });
  });
  flow.y += HEAD;
}

function writeAmount(flow: Flow, amount: Amount): void {
  const { text, note, sum, isTotal, isTax } = amount;
  const height = heightOf(flow.canvas, amount);
  const look = { style: styleOf(amount), tag: 'TD', y: flow.y + paddingOf(amount) } as const;
  if (!isTax) rule(flow.canvas, column(0), flow.y, span(12), isTotal ? ink.black : ink.rule);
  within(flow, 'TR', () => {
    const end = write(flow.canvas, { ...look, text, ...left });
    if (note) write(flow.canvas, { ...NOTE, tag: 'TD', text: note, y: end + GAP, ...left });
    write(flow.canvas, { ...look, text: sum, ...right });
  });
  flow.y += height;
}

const GAP = 2;
const NOTE = { style: 'tag', color: ink.soft } as const;

function heightOf(canvas: Canvas, amount: Amount): number {
  const style = styleOf(amount);
  const words = measure(canvas, amount.text, style, left.width);
  const { note } = amount;
  const below = note === undefined ? 0 : GAP + measure(canvas, note, NOTE.style, left.width);
  const sum = measure(canvas, amount.sum, style, right.width);
  return 2 * paddingOf(amount) + Math.max(words + below, sum);
}

function paddingOf({ isTax }: Amount): number {
  return isTax ? TAX_PADDING : PADDING;
}

function styleOf({ isTotal }: Amount) {
  return isTotal ? 'name' : 'body';
}

/** The QR code for the scanner at the desk, in the upper right corner. */
function code(canvas: Canvas, { code: label, atDesk }: Mails['receipt'], reference: string): void {
  const size = 72;
  const box = { x: page.width - page.margin - size, y: 44, size };
  writeCode(canvas, { text: reference, words: `${label} ${reference}`, ...box });
  const note = { text: atDesk, style: 'tag', color: ink.soft, align: 'end' } as const;
  write(canvas, { ...note, x: column(6), y: box.y + size + 6, width: span(6) });
}

export function fact(flow: Flow, label: string, lines: readonly string[]): void {
  const { canvas } = flow;
  const text = lines.filter(Boolean).join('\n');
  const name = { text: label, style: 'label', x: column(0), width: span(3) } as const;
  const height = Math.max(
    measure(canvas, text, 'body', aside.width) + 11,
    measure(canvas, label, name.style, name.width) + 13,
  );
  makeRoom(flow, height);
  rule(canvas, column(0), flow.y, span(12), ink.rule);
  write(canvas, { ...name, color: ink.soft, y: flow.y + 6.5 });
  write(canvas, { text, style: 'body', y: flow.y + 5.5, ...aside });
  flow.y += height;
}
