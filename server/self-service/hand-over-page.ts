import type { Content } from '#contract/content.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { type Mistakes, personField, type Typed } from '#server/http/person-fields.ts';
import { html, type Markup } from '#server/markup.ts';
import type { OrderChange } from '#server/orders/order-changes.ts';
import type { Customer } from '#server/orders/orders.ts';
import { checkPart } from './act-page.ts';
import { sentence } from '#server/http/sentence.ts';
import { bookedWords, isForMember, type Subject } from './subject.ts';

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
  const isOfGroup = isForMember(subject);
  return checkPart(content.yourRegistration, {
    check: said.check,
    sentences: [
      sentence(said.sends, { email: colleague.email, person: colleague.name }),
      sentence(said.booked, { booked: bookedWords(subject) }),
      ...unpaid.map(({ becomes: part }) => sentence(said.openChange, { part })),
      html`${isInvoice ? content.labels.people.invoiceAgain : isOfGroup ? said.receiptOfGroup : said.receipt}`,
      isOfGroup ? sentence(said.leavesOf, { person: subject.entries.name }) : html`${said.leaves}`,
      html`${said.forgotten}`,
      html`${said.money}`,
      ...(isOfGroup || !hasRefunds(content) ? [] : [html`${said.afterwards}`]),
    ],
    action: `${subject.path}/hand-over`,
    fields: { ...colleague, version: subject.order.version, confirm: 'yes' },
    button: said.confirm,
  });
}
