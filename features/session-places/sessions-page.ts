import { inOneLine } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { stateOf } from '#contract/content/opening.ts';
import type { Content } from '#contract/content.ts';
import { hiddenFields } from '#server/http/form-field.ts';
import { buttonClass, fold, type Look, small } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText, untilText } from '#server/orders/rows/order-facts.ts';
import { clashesWith, idsOf, type Press, versionOf } from './change-sign-up.ts';
import { type Session, timeOf } from './sessions.ts';
import type { SignUp } from './sign-ups.ts';

/** The sessions of one reader, as they are now. */
export type Shown = {
  /** The address of the reader's own page. */
  path: string;
  sessions: readonly Session[];
  signUps: readonly SignUp[];
  counts: ReadonlyMap<string, { taken: number; waiting: number }>;
  /** The number of people before the reader, for the sessions for which the reader waits. */
  before: ReadonlyMap<string, number>;
  now: string;
};

/** The part of the own page: what the reader has signed up for, and the link to all sessions. */
export function sessionsSection(
  content: Content,
  { path, sessions, signUps, before, now }: Omit<Shown, 'counts'>,
): { part: Markup; isOpen: boolean } | undefined {
  if (sessions.length === 0) return undefined;
  const said = content.yourRegistration.sessions;
  const own = new Map(signUps.map((signUp) => [signUp.session, signUp]));
  const chosen = sessions.filter(({ id }) => own.has(id));
  const canSignUp = sessions.some(({ signUp }) => stateOf(signUp, now) === 'open');
  const isOpen = canSignUp && chosen.length === 0;
  const body = html`${
      chosen.length === 0
        ? html`<p class="receipt-words">${said.none}</p>`
        : html`<dl>
            ${chosen.map((session) => {
              const signUp = own.get(session.id);
              return html`<div>
                <dt>${timeOf(session)}</dt>
                <dd>
                  <span><bdi>${session.title}</bdi></span>
                  ${small(session.room)}
                  ${small(signUp && ownState(content, session, signUp, { before, now }))}
                </dd>
              </div> `;
            })}
          </dl>`
    }
    <p>
      <a class="${buttonClass(isOpen ? 'usual' : 'quiet')}" href="${path}/sessions"
        >${canSignUp ? said.link : said.linkLater}</a
      >
    </p>`;
  const { heading } = said;
  const part = isOpen
    ? html`<section aria-labelledby="sessions">
        <h3 id="sessions">${heading}</h3>
        ${body}
      </section> `
    : fold({ id: 'sessions', heading }, body);
  return { part, isOpen };
}

/** The page with all sessions, each with its state and its button. */
export function sessionsPage(
  content: Content,
  shown: Shown,
  answer: { session?: unknown; done?: unknown },
): Markup {
  const { yourRegistration, labels, conference } = content;
  const said = yourRegistration.sessions;
  const days = Map.groupBy(shown.sessions, ({ dateText }) => dateText);
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    <p class="receipt-words">${said.intro}</p>
    ${[...days].map(
      ([day, sessions]) =>
        html`<section class="sessions-day">
          <h2>${day}</h2>
          <ul>
            ${sessions.map((session) => html`<li id="${session.id}">${entry(session)}</li> `)}
          </ul>
        </section> `,
    )}
    <p class="receipt-words"><a href="${shown.path}">${said.back}</a></p>
    <p class="receipt-note">
      ${fillPlaceholders(labels.ownPage.clock, { place: conference.city })}
    </p>
  </article>`;

  function entry(session: Session): Markup {
    const { title, room, hours } = session;
    const signUp = shown.signUps.find((each) => each.session === session.id);
    const clashes = clashesWith(session, shown.sessions, shown.signUps);
    const isOpen = stateOf(session.signUp, shown.now) === 'open';
    const others = inOneLine(
      clashes.map((clash) => clash.title),
      content.language,
    );
    const isAnswered = answer.session === session.id;
    const [, told] = Object.entries(said.done).find(([done]) => done === answer.done) ?? [];
    // The state says it already.
    const isPlaced = isAnswered && answer.done === 'placed';
    return html`<h3><bdi>${title}</bdi></h3>
      <p class="receipt-note">
        ${inOneLine([`${hours.start}–${hours.end}`, room], content.language)}
      </p>
      ${isAnswered && told !== undefined ? html`<p class="receipt-words" role="status">${told}</p>` : undefined}
      <p ${isPlaced ? html`role="status"` : undefined}>
        ${signUp ? html`<strong>${ownState(content, session, signUp, shown)}</strong>` : freeWords(session)}
      </p>
      ${clashes.length === 0 ? undefined : html`<p class="receipt-note">${fillPlaceholders(said.clash, { sessions: others })}</p>`}
      ${signUp ? giveBackForm(session, signUp) : isOpen ? signUpForm(session, clashes, others) : undefined}
      ${signUp ? undefined : html`<p class="receipt-note">${openingWords(session)}</p>`}`;
  }

  function freeWords({ id, places }: Session): string {
    const { taken, waiting } = shown.counts.get(id) ?? { taken: 0, waiting: 0 };
    const words =
      taken < places && waiting === 0 ? said.left : waiting > 0 ? said.fullWaiting : said.full;
    const n = taken < places && waiting === 0 ? places - taken : waiting;
    return fillPlaceholders(words, { n: String(n), places: String(places) });
  }

  function openingWords({ signUp }: Session): string {
    const state = stateOf(signUp, shown.now);
    if (state === 'before') {
      return fillPlaceholders(said.opens, { from: signUp.from ? endText(signUp.from) : '' });
    }
    if (state === 'over' || !signUp.until) return said.closed;
    return fillPlaceholders(said.until, { until: untilText(content, signUp.until) });
  }

  function signUpForm(session: Session, clashes: readonly Session[], sessions: string): Markup {
    const { taken, waiting } = shown.counts.get(session.id) ?? { taken: 0, waiting: 0 };
    const isFull = taken >= session.places || waiting > 0;
    const [words, wish] = isFull
      ? ([clashes.length > 0 ? said.waitAndSwap : said.wait, 'wait'] as const)
      : ([clashes.length > 0 ? said.swap : said.signUp, 'place'] as const);
    const look = isFull || clashes.length > 0 ? 'quiet' : 'usual';
    const button = fillPlaceholders(words, { sessions });
    return form({ session: session.id, wish, instead: idsOf(clashes) }, button, look, session);
  }

  function giveBackForm(session: Session, { state }: SignUp): Markup | undefined {
    if (shown.now >= session.start) return undefined;
    const words = state === 'WAITING' ? said.leave : said.giveBack;
    return form({ session: session.id, wish: 'give-back', instead: '' }, words, 'quiet', session);
  }

  /** Each button says its session to a screen reader. */
  function form(
    press: Omit<Press, 'version'>,
    words: string,
    look: Look,
    { title }: Session,
  ): Markup {
    return html`<form method="post" action="${shown.path}/sessions">
      ${hiddenFields({ ...press, version: versionOf(shown.signUps) })}
      <button class="${buttonClass(look)}" type="submit">
        ${words}<span class="receipt-unseen">: <bdi>${title}</bdi></span>
      </button>
    </form>`;
  }
}

function ownState(
  { yourRegistration: { sessions: said } }: Content,
  session: Session,
  { state }: SignUp,
  { before, now }: Pick<Shown, 'before' | 'now'>,
): string {
  if (state === 'SIGNED_UP') return said.placed;
  if (stateOf(session.signUp, now) === 'over') return said.waitingOver;
  const n = (before.get(session.id) ?? 0) + 1;
  return n === 1 ? said.waitingFirst : fillPlaceholders(said.waiting, { n: String(n) });
}
