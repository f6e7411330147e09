import type { Content } from '#contract/content.ts';
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
import { plainName } from '#server/mail/plain-words.ts';
import { linesOf } from '#server/orders/orders.ts';
import { linesOfChange, nameOf, type Payable } from '#server/orders/payables.ts';
import { isOffered } from '#server/orders/payment-links.ts';
import { type OpenTransfer, quoteOf, transferFacts } from '#server/orders/transfer-facts.ts';
import { fact, writeAmounts } from './receipt-sheet.ts';

const whole = { x: column(0), width: span(12) };

/**
 * The pro-forma invoice of an order or a change that is to be paid by transfer. It is made from the present rows when it is
 * asked for: it has no number and is stored nowhere, because it documents nothing that has happened.
 */
export async function makeProForma(
  { conference, mails: words }: Pick<Content, 'conference' | 'mails'>,
  payable: Payable,
  transfer: Omit<OpenTransfer, 'proFormaPath'>,
  { today, isTest }: { today: string; isTest: boolean },
): Promise<Buffer> {
  const { order } = payable;
  const { document: said, labels } = words.transfer;
  const { name, fullTitle, dates, organiser, accent } = conference;
  const quote = quoteOf(payable, transfer.payment);
  const title = `${said.title} ${quote}`;
  const facts = transferFacts(words, conference, payable, transfer);
  const payer = payerOf(payable);
  const lines = linesOfPayable(payable);
  const canvas = await createCanvas({
    title: `${name} · ${title}`,
    date: today,
    texts: [JSON.stringify([words, conference, facts, payer, lines, nameOf(payable)])],
    accent,
    isKept: true,
  });
  const flow = flowOn(canvas, {
    head: `${name} · ${title}`,
    foot: `${said.date} ${dayText(today)}`,
  });
  nextPage(flow);
  nameplate(canvas, name, dates.year);
  flow.y = write(canvas, { text: said.title, style: 'heading', tag: 'H1', y: 128, ...whole }) + 6;
  const mark = { style: 'label', color: ink.accent, ...whole } as const;
  if (isTest) flow.y = write(canvas, { text: words.testModeBefore, y: flow.y, ...mark });
  flow.y = write(canvas, { text: said.noInvoice, style: 'body', y: flow.y + 4, ...whole }) + 14;
  bankingCode(canvas, said, { conference, payable, transfer, quote });
  fact(flow, words.labels.reference, [order.reference]);
  fact(flow, said.date, [dayText(today)]);
  fact(flow, said.payer, payer);
  fact(flow, said.payee, [
    organiser.legalName,
    organiser.street,
    `${organiser.postalCode} ${organiser.city}, ${organiser.country}`,
    ...(organiser.taxNote === undefined ? [] : [organiser.taxNote]),
  ]);
  fact(flow, said.for, [nameOf(payable), name, fullTitle, dates.text]);
  if (transfer.receivedCents > 0) {
    fact(flow, labels.received, [moneyText(transfer.receivedCents, order.currency)]);
  }
  for (const { label, text } of facts) fact(flow, label, [text]);
  flow.y += 22;
  const { payment } = transfer;
  writeAmounts(
    flow,
    words,
    {
      kind: 'pro-forma',
      lines,
      totalCents: payment.amountCents,
      currency: payment.currency.code,
      decimals: payment.currency.decimals,
    },
    said.noInvoice,
  );
  return closeFlow(flow, (nth, count) =>
    count === 1 ? '' : `${words.receipt.page} ${nth} ${words.receipt.ofPages} ${count}`,
  );
}

/** Before a payment a stranger may have typed the entries of a form: only plain names are printed. */
function payerOf(payable: Payable): string[] {
  const { name, institute, country, email } = payable.order.customer;
  const typed = isOffered(payable)
    ? [name, institute]
    : [plainName(name) ?? '', plainName(institute) ?? ''];
  return [...typed, country, email].filter((line) => line !== '');
}

function linesOfPayable(payable: Payable) {
  const { order, change } = payable;
  if (change) return linesOfChange(order, change);
  return isOffered(payable)
    ? linesOf(order)
    : linesOf(order).map(({ statedByPayer: _stated, ...line }) => line);
}

/** The code that fills in the transfer, in the upper right corner. */
function bankingCode(
  canvas: Canvas,
  { code, codeNote }: Content['mails']['transfer']['document'],
  about: {
    conference: Content['conference'];
    payable: Payable;
    transfer: Omit<OpenTransfer, 'proFormaPath'>;
    quote: string;
  },
): void {
  const { conference, payable, transfer, quote } = about;
  const { bankTransfer } = conference;
  const text =
    bankTransfer &&
    epcText({
      holder: bankTransfer.holder,
      iban: bankTransfer.iban,
      bic: bankTransfer.bic,
      amountCents: transfer.stillDueCents,
      currency: payable.order.currency,
      words: quote,
    });
  if (text === undefined) return;
  const size = 96;
  const box = { x: page.width - page.margin - size, y: 36, size };
  // The guideline demands level M.
  writeCode(canvas, { text, words: `${code} ${quote}`, boostEcc: false, ...box });
  const note = { text: codeNote, style: 'tag', color: ink.soft, align: 'right' } as const;
  write(canvas, { ...note, x: column(6), y: box.y + size + 6, width: span(6) });
}
