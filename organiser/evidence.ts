import { html, type Markup, wholePage } from '#server/markup.ts';
import type { OrderStory, Story } from '#server/reports/read-story.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { type Fact, storyFacts } from '#server/reports/story-facts.ts';
import type { CommandContext } from './command-context.ts';

/**
 * A plain page that proves that somebody bought a place, got the documents and could use the place. Organisers print or
 * send it. It contains only facts about this order.
 */
export function evidencePage(
  context: Pick<CommandContext, 'content' | 'origin'>,
  { people, abstracts }: Pick<Story, 'people' | 'abstracts'>,
  order: OrderStory,
): string {
  const { content, origin } = context;
  const { conference, legal } = content;
  const facts = storyFacts(context);
  const { customer, payments, mails, currency } = order;
  const paid = payments.filter(({ isPaidBy, disputes }) => isPaidBy || disputes.length > 0);
  const sent = mails.filter(
    ({ recipient, state }) => recipient === customer.email && state === 'sent',
  );
  const moment = (at: string, text: string): Fact => ({ label: facts.at(at), text });
  return wholePage(`${order.reference}: evidence`, {
    style: STYLE,
    body: html`<h1>Evidence about ${order.reference}</h1>
      <p>
        ${conference.organiser.legalName} organises ${conference.fullTitle},
        ${conference.dates.text}, ${conference.city}, ${conference.country}. All times are those of
        ${conference.dates.timezone}.
      </p>
      ${section('The customer', facts.customer(order))}
      ${section('Purchase', [moment(order.createdAt, 'Ordered'), ...facts.bought(order)])}
      ${paid.flatMap((payment) =>
        section(`Payment with ${payment.provider}`, [
          ...facts.payment(payment, currency),
          ...facts.history(payment),
          ...facts.refunds(payment, currency),
          ...facts.disputes(payment, currency),
        ]),
      )}
      ${section('Sent to the customer', [...facts.documents(order), ...facts.mails(sent)])}
      ${section('Use of the registration', [
        ...people.map(({ name, registeredAt }) => moment(registeredAt, `${name} was registered`)),
        ...abstracts.map(({ abstract: { reference, name, createdAt } }) =>
          moment(createdAt, `Abstract ${reference} was sent by ${name}`),
        ),
        ...people.flatMap(({ name, checkedInAt: at }) =>
          at === undefined ? [] : [moment(at, `${name} was checked in at the conference`)],
        ),
      ])}
      ${section(
        'Accepted terms',
        legal.pages.map(({ path, link }) => ({ label: link, text: origin + path })),
      )}`,
  });
}

function section(title: string, facts: readonly Fact[]): Markup[] {
  if (facts.length === 0) return [];
  return [
    html`<section>
      <h2>${title}</h2>
      <table>
        <tbody>
          ${facts.map(
            ({ label, text, state }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td>${state === undefined ? text : `${text}: ${stateWords(state)}`}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </section>`,
  ];
}

const STYLE = html`<style>
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
</style>`;
