import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { type Mistakes, personField, type Typed } from '#server/http/person-fields.ts';
import { factRow } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { askedOfPeople } from '#server/orders/rows/asked-of-people.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import type { Customer } from '#server/orders/rows/orders.ts';
import { checkPart } from './act-page.ts';
import { sentence } from '#server/http/sentence.ts';
import { bookedFact, bookedWords, isForMember, type Subject } from './subject.ts';

/** The fields of a colleague who is to take the place. */
export const COLLEAGUE = ['name', 'email', 'institute', 'phone', 'country'] as const;

/** The form for the entries of the colleague. */
export function handOverForm(
  content: Content,
  subject: Subject,
  typed: Typed = {},
  mistakes: Mistakes = {},
): Markup {
  const { handOver: said } = content.yourRegistration;
  const booked = bookedWords(subject);
  return html`<p class="receipt-words">
      ${sentence(isForMember(subject) ? said.introOf : said.intro, { booked })}
    </p>
    <form method="post" action="${subject.path}/hand-over" class="receipt-form">
      ${hiddenFields({ version: subject.order.version })}
      ${COLLEAGUE.map((field) => personField(content, field, { typed, mistakes }, { isOwn: false }))}
      <button class="receipt-download" type="submit">${said.button}</button>
    </form>`;
}

/** A colleague proves the price again. */
export function proofsOf(content: Content, { order, participant }: Subject): string[] {
  return participant ? askedOfPeople(content, order, [participant.id]) : [];
}

/** Whether people can change or cancel themselves. */
export function hasRefunds({ conference: { selfService } }: Content): boolean {
  return selfService.change !== undefined || selfService.cancel !== undefined;
}

/** Says what happens when the colleague accepts. It is the same for every colleague. */
export function handOverCheck(
  content: Content,
  subject: Subject,
  colleague: Customer,
  { unpaid, isInvoice }: { unpaid: readonly OrderChange[]; isInvoice: boolean },
): Markup {
  const { handOver: said } = content.yourRegistration;
  const { ownPage: labels } = content.labels;
  const isOfGroup = isForMember(subject);
  const { text, below } = bookedFact(subject);
  const { name, email, institute } = colleague;
  return checkPart(content.yourRegistration, {
    check: said.check,
    table: html`<dl>
      ${factRow(labels.colleague, [name, email, institute])} ${factRow(labels.place, [text], below)}
      ${unpaid.map(({ becomes }) => factRow(labels.openChange, [fillPlaceholders(said.openChange, { part: becomes })]))}
      ${factRow(content.mails.receipt.title, [isInvoice ? content.labels.people.invoiceAgain : isOfGroup ? said.receiptOfGroup : said.receipt])}
      ${factRow(labels.answers, [said.forgotten])} ${factRow(labels.money, [said.money])}
      ${isOfGroup || !hasRefunds(content) ? undefined : factRow(labels.afterwards, [said.afterwards])}
    </dl>`,
    sentences: [
      ...proofsOf(content, subject).map((asked) => html`${asked}`),
      sentence(said.sends, { email, person: name }),
      isOfGroup ? sentence(said.leavesOf, { person: subject.entries.name }) : html`${said.leaves}`,
    ],
    action: `${subject.path}/hand-over`,
    fields: { ...colleague, version: subject.order.version, confirm: 'yes' },
    button: said.confirm,
  });
}
