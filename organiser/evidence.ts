import { amountWithCode, type Cents } from '#contract/money.ts';
import { html, type Markup } from '#server/markup.ts';
import type { OrderStory, Story } from '#server/reports/read-story.ts';
import type { CommandContext } from './command-context.ts';

/**
 * The facts that show that somebody bought a place, was told, and could use it, on a plain page to be printed or sent. It has
 * only what is about this order.
 */
export function evidencePage(
  { content, origin }: Pick<CommandContext, 'content' | 'origin'>,
  { people, abstracts }: Pick<Story, 'people' | 'abstracts'>,
  order: OrderStory,
): string {
  const { conference, legal } = content;
  const money = (cents: Cents) => amountWithCode(cents, order.currency);
  const { customer, payments, mails, documents, lines } = order;
  const paid = payments.filter(({ isPaidBy, disputes }) => isPaidBy || disputes.length > 0);
  const attended = people.flatMap(({ name, checkedInAt }) =>
    checkedInAt === undefined ? [] : [[checkedInAt, `${name} was checked in at the conference`]],
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${order.reference}: evidence</title>
        <style>
          body {
            max-width: 50rem;
            margin: 2rem auto;
            padding: 0 1rem;
            font:
              1rem/1.5 system-ui,
              sans-serif;
            color: #111;
            background: #fff;
          }
          h2 {
            margin: 2rem 0 0.5rem;
            font-size: 1.1rem;
          }
          table {
            width: 100%;
            border-collapse: collapse;
          }
          th,
          td {
            padding: 0.3rem 0.75rem 0.3rem 0;
            border-bottom: 1px solid #ccc;
            text-align: left;
            vertical-align: top;
            overflow-wrap: anywhere;
          }
          th {
            width: 15rem;
            font-weight: 400;
            color: #444;
          }
          tr {
            break-inside: avoid;
          }
        </style>
      </head>
      <body>
        <h1>Evidence about ${order.reference}</h1>
        <p>
          ${conference.organiser.legalName} organises ${conference.fullTitle},
          ${conference.dates.text}, ${conference.city}, ${conference.country}. All times are UTC.
        </p>
        ${section('The customer', [
          ['Name', customer.name],
          ['Email', customer.email],
          ['Institute', customer.institute],
          ['Country', customer.country],
        ])}
        ${section('What was bought', [
          ['Ordered', order.createdAt],
          ...lines.map(({ words, cents }) => [words, money(cents)]),
          ['Total', money(order.amountCents)],
        ])}
        ${paid.flatMap((payment) =>
          section(`Payment with ${payment.provider}`, [
            ["Provider's ids", [payment.providerRef, payment.providerPaymentRef].join(' ')],
            ...payment.history.map(({ at, to, evidence }) => [at, `${to}: ${evidence}`]),
            ...payment.refunds.map(({ createdAt, state, amountCents }) => [
              createdAt,
              `Refund of ${money(amountCents)}: ${state}`,
            ]),
            ...payment.disputes.map(({ openedAt, ref, state, amountCents, dueAt }) => [
              openedAt,
              `Dispute ${ref} about ${money(amountCents)}: ${state}${dueAt === undefined ? '' : `, answer by ${dueAt}`}`,
            ]),
          ]),
        )}
        ${section('What the customer was sent', [
          ...documents.map(({ kind, number, issuedAt }) => [issuedAt, `${kind} ${number}`]),
          ...mails
            .filter(({ recipient, state }) => recipient === customer.email && state === 'sent')
            .map(({ kind, postedAt, recipient }) => [
              postedAt,
              `${kind}, by email to ${recipient}`,
            ]),
        ])}
        ${section('What was made of it', [
          ...people.map(({ name, registeredAt }) => [registeredAt, `${name} was registered`]),
          ...abstracts.map(({ abstract }) => [
            abstract.createdAt,
            `Abstract ${abstract.reference} was sent by ${abstract.name}`,
          ]),
          ...attended,
        ])}
        ${section(
          'What was agreed to',
          legal.pages.map(({ path, link }) => [link, origin + path]),
        )}
      </body>
    </html> `.markup;
}

function section(title: string, rows: readonly (readonly string[])[]): Markup[] {
  if (rows.length === 0) return [];
  return [
    html`<section>
      <h2>${title}</h2>
      <table>
        <tbody>
          ${rows.map(
            ([what = '', how = '']) =>
              html`<tr>
                <th scope="row">${what}</th>
                <td>${how}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </section>`,
  ];
}
