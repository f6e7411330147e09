import { currencyOf } from '#contract/currency.ts';
import { type Cents, moneyText } from '#contract/money.ts';
import type { Accent } from '#contract/content/accent.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import { nameplate } from '#documents/nameplate.ts';
import {
  closeSheet,
  column,
  ink,
  openSheet,
  page,
  rule,
  type Sheet,
  span,
  turnPage,
  write,
  writeCode,
} from '#documents/sheet.ts';
import { confirmsPlace, type ReceiptDocument } from './receipt-document.ts';
import { dateOf } from './receipt-page.ts';

const aside = column(3);
const width = column(12) - aside;

/**
 * A document as PDF. It is made of the document alone, so the same one is the same to the byte at any time, until a corrected
 * one takes its place: that is marked on it.
 */
export async function makeReceiptSheet(
  words: Mails,
  accent: Accent,
  document: ReceiptDocument,
  replacedBy?: string,
): Promise<Buffer> {
  const { receipt: said, labels } = words;
  const money = (cents: Cents) =>
    moneyText(cents, currencyOf(document.currency, document.decimals));
  const title = {
    receipt: said.title,
    'credit-note': said.creditNoteTitle,
    cancellation: said.cancellationTitle,
  }[document.kind];
  const [conference = ''] = document.conference;
  const sheet = await openSheet({
    title: `${conference} · ${title} ${document.number}`,
    date: document.issuedAt.slice(0, 10),
    texts: [JSON.stringify([words, document, replacedBy])],
    accent,
  });
  turnPage(sheet);
  nameplate(sheet, conference, Number(/\d{4}/.exec(conference)?.[0] ?? 0));

  const whole = { x: column(0), width: span(12) };
  let y = write(sheet, { text: title, style: 'heading', tag: 'H1', y: 128, ...whole }) + 6;
  if (document.isTest) {
    y = write(sheet, { text: words.testMode, style: 'label', color: ink.accent, y, ...whole });
  }
  if (confirmsPlace(document) && replacedBy === undefined) code(sheet, said, document.reference);
  if (replacedBy !== undefined) {
    const text = `${said.replacedBy} ${replacedBy}`;
    y = write(sheet, { text, style: 'label', color: ink.accent, y: y + 4, ...whole });
  }
  y += 18;
  const { kind, number, reference, replaces } = document;
  const isReceipt = kind === 'receipt';
  const isFirst = number === reference;
  y = fact(sheet, y, isFirst ? labels.reference : said.number, [number]);
  if (isReceipt && !isFirst) y = fact(sheet, y, labels.reference, [reference]);
  if (replaces !== undefined) y = fact(sheet, y, said.replaces, [replaces]);
  if (!isReceipt) y = fact(sheet, y, said.ofReceipt, [document.receipt ?? reference]);
  y = fact(sheet, y, said.issued, [dateOf(document)]);
  y = fact(sheet, y, said.issuedTo, document.customer);
  y = fact(sheet, y, said.issuedBy, document.issuer);
  y = fact(sheet, y, labels.for, document.conference);
  y = fact(sheet, y, labels.paidBy, [document.paidBy]);
  for (const { label, text } of document.requests ?? []) y = fact(sheet, y, label, [text]);
  y += 22;

  for (const { words: text, statedByPayer, cents } of document.lines) {
    const note = statedByPayer && `${labels.statedByPayer}:\n${statedByPayer}`;
    y = amount(sheet, y, { text, note, sum: money(cents), isTotal: false });
  }
  const total = isReceipt ? labels.total : labels.refunded;
  y = amount(sheet, y, { text: total, sum: money(document.totalCents), isTotal: true });
  const text = {
    receipt: said.receiptText,
    'credit-note': said.creditNoteText,
    cancellation: said.cancellationText,
  }[document.kind];
  write(sheet, { text, style: 'body', color: ink.soft, y: y + 14, ...whole });
  return closeSheet(sheet);
}

/** For the scanner at the desk, in the upper right corner. */
function code(sheet: Sheet, { code: label, atDesk }: Mails['receipt'], reference: string): void {
  const size = 72;
  const place = { x: page.width - page.margin - size, y: 44, size };
  writeCode(sheet, { text: reference, words: `${label} ${reference}`, ...place });
  const note = { text: atDesk, style: 'tag', color: ink.soft, align: 'right' } as const;
  write(sheet, { ...note, x: column(6), y: place.y + size + 6, width: span(6) });
}

function fact(sheet: Sheet, y: number, label: string, lines: readonly string[]): number {
  rule(sheet, column(0), y, span(12), ink.rule);
  const name = { text: label, style: 'label', color: ink.soft } as const;
  write(sheet, { ...name, x: column(0), y: y + 8, width: span(3) });
  const text = lines.filter(Boolean).join('\n');
  return write(sheet, { text, style: 'body', x: aside, y: y + 7, width }) + 7;
}

type Amount = { text: string; note?: string | undefined; sum: string; isTotal: boolean };

function amount(sheet: Sheet, y: number, { text, note, sum, isTotal }: Amount): number {
  rule(sheet, column(0), y, span(12), isTotal ? ink.black : ink.rule);
  const style = isTotal ? 'name' : 'body';
  const end = write(sheet, { text, style, x: column(0), y: y + 9, width: span(9) });
  const right = { x: page.width - page.margin - 120, width: 120, align: 'right' } as const;
  write(sheet, { text: sum, style, y: y + 9, ...right });
  if (note === undefined) return end + 9;
  const words = { text: note, style: 'tag', color: ink.soft } as const;
  return write(sheet, { ...words, x: column(0), y: end + 2, width: span(9) }) + 9;
}
