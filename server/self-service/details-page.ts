import type { Content } from '#contract/content.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { type Mistakes, personField, type Typed } from '#server/http/person-fields.ts';
import { html, type Markup } from '#server/markup.ts';
import type { CorrectionOutcome } from '#server/orders/change/correct-person.ts';
import { checkPart } from './act-page.ts';
import { sentence } from '#server/http/sentence.ts';
import { isForMember, type Subject } from './subject.ts';

/** The fields of the form; the mail address has a page of its own. */
export const DETAILS = ['name', 'institute', 'phone', 'country'] as const;

/** The form with a person's entries, and the link to the form for another address. */
export function detailsForm(
  content: Content,
  subject: Subject,
  typed: Typed,
  mistakes: Mistakes = {},
): Markup {
  const { details: said } = content.yourRegistration;
  const { path, order } = subject;
  return html`<form method="post" action="${path}/details" class="receipt-form">
      ${hiddenFields({ version: order.version })}
      ${DETAILS.map((field) => personField(content, field, { typed, mistakes }, { isOwn: !isForMember(subject) }))}
      <button class="receipt-download" type="submit">${said.button}</button>
    </form>
    <ul>
      <li><a href="${path}/address">${said.email}</a></li>
    </ul>`;
}

/** Says what will change, and asks for the last press. */
export function detailsCheck(
  content: Content,
  subject: Subject,
  { changes, isReceiptReplaced, isInvoice }: CorrectionOutcome,
  typed: Typed,
): Markup {
  const { details: said } = content.yourRegistration;
  return checkPart(content.yourRegistration, {
    check: said.check,
    sentences: [
      ...changes.map(({ field, from, to }) => {
        const entry = content.mails.labels[field];
        return from === ''
          ? sentence(said.new, { entry, to })
          : sentence(said.change, { entry, from, to });
      }),
      ...(isReceiptReplaced
        ? [html`${isInvoice ? content.labels.people.invoiceAgain : said[receiptWordsFor(subject)]}`]
        : []),
    ],
    action: `${subject.path}/details`,
    fields: { ...typed, version: subject.order.version, confirm: 'yes' },
    button: said.confirm,
  });
}

function receiptWordsFor(subject: Subject) {
  if (!subject.owner.isPayer) return 'receiptOfPayer';
  return isForMember(subject) ? 'receiptOfGroup' : 'receipt';
}
