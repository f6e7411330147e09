import type { Content } from '#contract/content.ts';
import { type OwnAct, ownActs } from '#contract/content/shapes/conference-shape.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { writeTo } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { hasPersonalPrice } from '#server/orders/change/hand-over.ts';
import { isDiscount } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import type { PageState } from './registration-page.ts';
import { sentence } from '#server/http/sentence.ts';
import { subjectOf } from './subject.ts';

/** The acts that a page offers at a moment, each with its end. Only the payer acts where money may move. */
export function openActs(
  { conference }: Content,
  owner: PageOwner,
  { state, now }: { state: PageState; now: string },
): Partial<Record<OwnAct, Opening>> {
  const { order, participant, isPayer } = owner;
  const isPaid = state.is === 'confirmed';
  const isPossible: Record<OwnAct, boolean> = {
    correct: subjectOf(owner) !== undefined,
    change: isPaid && isPayer && order !== undefined && !isDiscount(order),
    // Without rules the conference office decides about each refund.
    cancel:
      isPayer &&
      (isPaid || state.is === 'waitsForPayer'
        ? conference.cancellation !== undefined
        : state.is === 'open'),
    handOver: isPaid && isPayer && order !== undefined && !hasPersonalPrice(order, participant?.id),
  };
  return Object.fromEntries(
    ownActs.flatMap((act) => {
      const opening = isPossible[act] ? openingOf(conference, act, now) : undefined;
      return opening ? [[act, opening]] : [];
    }),
  );
}

/** The sentence about an act that is closed, with the moment of its end; undefined while the act is open. */
export function closedWords(
  { conference, yourRegistration: said }: Pick<Content, 'conference' | 'yourRegistration'>,
  act: OwnAct,
  now: string,
): Markup | undefined {
  if (openingOf(conference, act, now)) return undefined;
  const until = conference.selfService[act]?.until;
  const words = until ? sentence(said.closed, { until: endText(until) }) : html`${said.notOpen}`;
  return writeTo(words, conference);
}

function openingOf(
  { selfService }: Content['conference'],
  act: OwnAct,
  now: string,
): Opening | undefined {
  const opening = selfService[act];
  return opening && stateOf(opening, now) === 'open' ? opening : undefined;
}
