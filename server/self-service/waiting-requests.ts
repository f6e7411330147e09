import { momentAt } from '#contract/content/moments.ts';
import type { Db } from '#server/database/database.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Content } from '#contract/content.ts';
import {
  type AddressConfirmation,
  confirmationsWaiting,
  lapseOf,
} from '#server/orders/rows/address-confirmations.ts';
import { untilText } from '#server/orders/rows/order-facts.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { sentence } from '#server/http/sentence.ts';
import { isForMember, type Subject, subjectOf } from './subject.ts';

type Waiting = { subject: Subject; confirmation: AddressConfirmation };

/**
 * The requests of a page that wait for their confirmation. A member of a group does not read to whom the payer offers
 * the place.
 */
export async function waitingRequests(db: Db, owner: PageOwner, now: Date): Promise<Waiting[]> {
  const { order, people, participant, isPayer } = owner;
  if (!order) return [];
  const about = { orderId: order.id, participantIds: people.map(({ id }) => id) };
  return (await confirmationsWaiting(db, about, now)).flatMap((confirmation) => {
    const { kind, participantId } = confirmation;
    const subject = subjectOf(owner, participant ? undefined : participantId);
    const isTheirs = participantId === participant?.id || !participant;
    return subject && isTheirs && (isPayer || kind === 'address')
      ? [{ subject, confirmation }]
      : [];
  });
}

/** The section with the requests that wait, until when, and the buttons that end them. */
export function waitingSection(
  { yourRegistration: said, conference }: Content,
  waiting: readonly Waiting[],
): Markup | undefined {
  if (waiting.length === 0) return undefined;
  return html`<section aria-labelledby="waiting">
    <h3 id="waiting">${said.sections.waiting}</h3>
    ${waiting.map(({ subject, confirmation }, at) => {
      const words = confirmation.kind === 'address' ? said.address : said.handOver;
      const { email, name: person = '' } = confirmation.entries;
      const until = untilText({ conference }, momentAt(lapseOf(confirmation), conference.dates));
      return html`<form method="post" action="${subject.path}/withdraw-request">
        <p class="receipt-words" id="waiting-${at}">
          ${isForMember(subject) ? html`<bdi>${subject.entries.name}</bdi>: ` : undefined}
          ${sentence(words.waiting, { email, person, until })}
        </p>
        <button
          class="receipt-download receipt-quiet"
          type="submit"
          aria-describedby="waiting-${at}"
        >
          ${words.withdraw}
        </button>
      </form> `;
    })}
  </section>`;
}
