import { momentAt } from '#contract/content/moments.ts';
import type { Db } from '#server/database/database.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Content } from '#contract/content.ts';
import {
  type AddressConfirmation,
  lapseOf,
  openConfirmation,
} from '#server/orders/address-confirmations.ts';
import { endText } from '#server/orders/order-facts.ts';
import type { PageOwner } from '#server/orders/page-owners.ts';
import { sentence } from './sentence.ts';
import { type Subject, subjectOf, whoseOf } from './subject.ts';

type Waiting = { subject: Subject; confirmation: AddressConfirmation };

/**
 * The requests of a page that wait for their confirmation. A member of a group does not read to whom the payer offers
 * the place.
 */
export async function waitingRequests(db: Db, owner: PageOwner, now: Date): Promise<Waiting[]> {
  const ids = owner.participant ? [] : owner.people.map(({ id }) => id);
  const waiting: Waiting[] = [];
  for (const id of [undefined, ...ids]) {
    const subject = subjectOf(owner, id);
    const confirmation = subject && (await openConfirmation(db, whoseOf(subject), now));
    if (!confirmation) continue;
    if (confirmation.kind === 'address' || owner.isPayer) waiting.push({ subject, confirmation });
  }
  return waiting;
}

/** The section with the requests that wait, until when, and the buttons that end them. */
export function waitingSection(
  { yourRegistration: said, conference }: Content,
  waiting: readonly Waiting[],
): Markup | undefined {
  if (waiting.length === 0) return undefined;
  return html`<section aria-labelledby="waiting">
    <h2 id="waiting">${said.sections.waiting}</h2>
    ${waiting.map(({ subject, confirmation }) => {
      const words = confirmation.kind === 'address' ? said.address : said.handOver;
      const { email, name: person = '' } = confirmation.entries;
      const until = endText(momentAt(lapseOf(confirmation), conference.dates.timezone));
      return html`<form method="post" action="${subject.path}/withdraw-request">
        <p class="receipt-words">${sentence(words.waiting, { email, person, until })}</p>
        <button class="receipt-download receipt-quiet" type="submit">${words.withdraw}</button>
      </form> `;
    })}
  </section>`;
}
