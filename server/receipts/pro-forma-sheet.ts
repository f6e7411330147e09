import { inOneLine } from '#contract/content/languages.ts';
import { dayText } from '#contract/content/calendar-days.ts';
import { moneyText } from '#contract/money.ts';
import {
  type Canvas,
  column,
  createCanvas,
  ink,
  page,
  span,
  write,
  writeCode,
} from '#documents/canvas.ts';
import { epcText } from '#documents/epc-code.ts';
import { closeFlow, flowOn, nextPage } from '#documents/flow.ts';
import { nameplate } from '#documents/nameplate.ts';
import type { ChangedItems } from '#server/orders/rows/order-items.ts';
import type { InvoiceRecipient } from '#server/orders/rows/invoice-recipients.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { factsOfTransfer, type OpenTransfer, quoteOf } from '#server/orders/sell/transfer-facts.ts';
import { recipientLines } from './document-words.ts';
import {
  type Issuer,
  type ReceiptDocument,
  receiptOf,
  receiptOfChange,
} from './receipt-document.ts';
import { fact, writeAmounts } from './receipt-sheet.ts';

const whole = { x: column(0), width: span(12) };

type Asked = {
  payable: Payable;
  /** The items of the change, if the payable is one. */
  items: ChangedItems | undefined;
  /** The transfer for which the payer is asked. */
  transfer: OpenTransfer;
  /** The addressee of the invoice that follows, if the payer has asked for one. */
  recipient: InvoiceRecipient | undefined;
};

/**
 * The pro-forma invoice of an order or a change that is to be paid by transfer. It is made from the present rows when it is
 * asked for: it has no number and is stored nowhere, because it documents nothing that has happened.
 */
export async function makeProForma(
  issuer: Issuer,
  { payable, items, transfer, recipient }: Asked,
  today: string,
): Promise<Buffer> {
  const { conference, words, isTest } = issuer;
  const { document: said, labels } = words.transfer;
  const { order, change } = payable;
  const { payment, receivedCents } = transfer;
  const quote = quoteOf(payable, payment);
  const about = { number: quote, issuedAt: today };
  const document =
    change && items
      ? receiptOfChange(issuer, { order, change, items }, payment, about)
      : receiptOf(issuer, order, payment, { ...about, requests: [] });
  const title = `${said.title} ${quote}`;
  const facts = factsOfTransfer(words, conference, payable, transfer);
  const canvas = await createCanvas({
    title: `${conference.name} · ${title}`,
    date: today,
    texts: [JSON.stringify([words, document, facts, recipient])],
    looks: conference.looks,
    language: conference.language,
    currency: order.currency,
    isKept: true,
  });
  const running = {
    head: `${conference.name} · ${title}`,
    foot: `${said.date} ${dayText(today, conference.language)}`,
  };
  const flow = flowOn(canvas, running);
  nextPage(flow);
  nameplate(canvas, conference.name, conference.dates.year);
  flow.y = write(canvas, { text: said.title, style: 'heading', tag: 'H1', y: 128, ...whole }) + 6;
  const mark = { style: 'label', color: ink.accent, ...whole } as const;
  if (isTest) flow.y = write(canvas, { text: words.testModeBefore, y: flow.y, ...mark });
  flow.y = write(canvas, { text: said.noInvoice, style: 'body', y: flow.y + 4, ...whole }) + 14;
  bankingCode(canvas, issuer, document, { payable, transfer, quote });
  if (quote !== order.reference) fact(flow, words.labels.reference, [order.reference]);
  fact(flow, said.date, [dayText(today, conference.language)]);
  if (recipient) {
    fact(flow, said.payer, recipientLines(words.receipt, recipient, document.language));
    fact(flow, words.receipt.orderedBy, [inOneLine(document.customer, document.language)]);
  } else fact(flow, said.payer, document.customer);
  fact(flow, said.payee, document.issuer);
  fact(flow, said.for, [conference.name, conference.dates.text]);
  if (receivedCents > 0) fact(flow, labels.received, [moneyText(receivedCents, order.currency)]);
  const { amount, account, quoted, until } = facts;
  fact(flow, amount.label, [amount.text]);
  const [holder, ...further] = account;
  const accountLines = further.map(({ label, text }) =>
    label === labels.bank ? text : `${label} ${text}`,
  );
  if (holder) fact(flow, holder.label, [holder.text, ...accountLines]);
  for (const { label, text } of [quoted, until]) fact(flow, label, [text]);
  flow.y += 16;
  writeAmounts(flow, words, document, '');
  return closeFlow(flow, (nth, count) =>
    count === 1 ? '' : `${words.receipt.page} ${nth} ${words.receipt.ofPages} ${count}`,
  );
}

/** The code that fills in the transfer, in the upper right corner. */
function bankingCode(
  canvas: Canvas,
  { conference, words }: Issuer,
  { currency }: ReceiptDocument,
  { payable, transfer, quote }: Pick<Asked, 'payable' | 'transfer'> & { quote: string },
): void {
  const { bankTransfer } = conference;
  if (!bankTransfer || currency !== 'EUR') return;
  const { code, codeNote } = words.transfer.document;
  const text = epcText({
    ...bankTransfer,
    amountCents: transfer.stillDueCents,
    currency: payable.order.currency,
    words: quote,
  });
  if (text === undefined) return;
  const size = 96;
  const box = { x: page.width - page.margin - size, y: 36, size };
  // The guideline demands level M.
  writeCode(canvas, { text, words: `${code} ${quote}`, boostEcc: false, ...box });
  const note = { text: codeNote, style: 'tag', color: ink.soft, align: 'end' } as const;
  write(canvas, { ...note, x: column(6), y: box.y + size + 6, width: span(6) });
}
