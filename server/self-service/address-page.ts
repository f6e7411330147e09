import type { Content } from '#contract/content.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { type Mistakes, personField, type Typed } from '#server/http/person-fields.ts';
import { html, type Markup } from '#server/markup.ts';
import { checkPart } from './act-page.ts';
import { sentence } from '#server/http/sentence.ts';
import { isForMember, memberIdOf, type Subject } from './subject.ts';

/** The form for another mail address. */
export function addressForm(
  content: Content,
  subject: Subject,
  typed: Typed = {},
  mistakes: Mistakes = {},
): Markup {
  const { address: said } = content.yourRegistration;
  const { label } = said;
  return html`<p class="receipt-words">
      ${sentence(said.present, { email: subject.entries.email })}
    </p>
    <form method="post" action="${subject.path}/address" class="receipt-form">
      ${hiddenFields({ version: subject.order.version })}
      ${personField(content, 'email', { typed, mistakes }, { label, isOwn: !isForMember(subject) })}
      <button class="receipt-download" type="submit">${said.button}</button>
    </form>`;
}

/**
 * Says what happens with the confirmation. The page is the same for every address, so it does not tell who else is
 * registered.
 */
export function addressCheck(
  content: Content,
  subject: Subject,
  { email, isInvoice }: { email: string; isInvoice: boolean },
): Markup {
  const { address: said } = content.yourRegistration;
  // The receipt has the address of the payer, and only the names of the others.
  const isOnReceipt =
    subject.order.paidPaymentId !== undefined && memberIdOf(subject) === undefined;
  return checkPart(content.yourRegistration, {
    check: said.check,
    sentences: [
      sentence(said.sends, { email }),
      html`${said.afterwards}`,
      ...(isOnReceipt
        ? [html`${isInvoice ? content.labels.people.invoiceAgain : said.receipt}`]
        : []),
    ],
    action: `${subject.path}/address`,
    fields: { email, version: subject.order.version, confirm: 'yes' },
    button: said.confirm,
  });
}
