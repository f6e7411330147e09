import type { Content } from '#contract/content.ts';
import type { OwnAct } from '#contract/content/conference-shape.ts';
import { stateOf } from '#contract/content/opening.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/order-facts.ts';
import { sentence } from './sentence.ts';

/** The sentence about an act that is closed, with the moment of its end; undefined while the act is open. */
export function closedWords(
  { conference, yourRegistration: said }: Pick<Content, 'conference' | 'yourRegistration'>,
  act: OwnAct,
  now: string,
): Markup | undefined {
  const opening = conference.selfService[act];
  if (opening && stateOf(opening, now) === 'open') return undefined;
  const { email } = conference.secretary;
  const words = opening?.until
    ? sentence(said.closed, { until: endText(opening.until) })
    : html`${said.notOpen}`;
  return html`${words} <a href="mailto:${email}">${email}</a>.`;
}
