import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { pluralText } from '#contract/content/plural.ts';
import { LONGEST_ANSWER, type Question } from '#contract/content/shapes/questions-shape.ts';
import { personLengths } from '#contract/person.ts';
import { answerIn, offeredAnswers } from '#features/questions/questions.ts';
import { choiceField, hiddenFields, lineField } from '#server/http/form-field.ts';
import { alert, factRow, fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { untilText } from '#server/orders/rows/order-facts.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { type Host, type Seat, type SeatMistake, shownSeat } from './name-companions.ts';
import { canBeNamed, openingOfNames, questionsAbout } from './places.ts';

/** The entries of one form that could not be saved. */
export type Refused = {
  typed: Readonly<Record<string, string>>;
  mistakes: Readonly<Record<string, SeatMistake>>;
  trouble: string;
};

/** The part of the own page, and the number of places without a name. */
export function companionsSection(
  content: Content,
  owner: PageOwner,
  hosts: readonly Host[],
  now: string,
): { part: Markup; left: number } | undefined {
  if (hosts.length === 0) return undefined;
  const { companions: said } = content.yourRegistration;
  const isOpen = canBeNamed(content, now);
  const empty = hosts.flatMap(({ seats }) => seats).filter(({ companion }) => !companion).length;
  const left = isOpen ? empty : 0;
  const { toName } = content.labels.companions;
  const heading = left > 0 ? pluralText(toName, left, content.language) : said.heading;
  const isAlone = owner.participant !== undefined;
  const part = fold(
    { id: 'companions', heading },
    html`<p class="receipt-words">
        ${isOpen ? said.intro : said.over}
        ${owner.isPayer ? undefined : content.yourRegistration.questions.payerSees}
      </p>
      ${hosts.map((host) =>
        isAlone
          ? hostForm(content, owner, host, now)
          : html`<h3><bdi>${host.person.name}</bdi></h3>
              ${hostForm(content, owner, host, now)}`,
      )}`,
  );
  return { part, left };
}

/** The page with the form of one participant whose entries could not be saved. */
export function refusedPage(
  content: Content,
  owner: PageOwner,
  host: Host,
  now: string,
  refused: Refused,
): Markup {
  const { companions: said, back } = content.yourRegistration;
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    ${alert(refused.trouble)}
    <p class="receipt-words"><bdi>${host.person.name}</bdi></p>
    ${hostForm(content, owner, host, now, refused)}
    <p class="receipt-words"><a href="${registrationPath(owner)}">${back}</a></p>
  </article>`;
}

function hostForm(
  content: Content,
  owner: PageOwner,
  { person, seats, version }: Host,
  now: string,
  refused?: Refused,
): Markup {
  const { companions: said } = content.yourRegistration;
  const isOpen = canBeNamed(content, now);
  const numbered = seats.map((seat, at) => ({ seat, n: String(at + 1) }));
  const isFixed = ({ companion }: Seat) => !isOpen || companion?.checkedInAt !== undefined;
  const fixed = numbered.filter(({ seat }) => isFixed(seat));
  const open = numbered.filter(({ seat }) => !isFixed(seat));
  const { until } = openingOfNames(content);
  const end = until && fillPlaceholders(said.until, { until: untilText(content, until) });
  return html`${fixed.length === 0 ? undefined : html`<dl>${fixed.map(({ seat, n }) => fixedRow(content, seat, n))}</dl>`}
  ${
    open.length === 0
      ? undefined
      : html`<form
          method="post"
          action="${registrationPath(owner)}/companions"
          class="receipt-form"
        >
          ${hiddenFields({ person: person.id, version })}
          ${open.map(({ seat, n }) =>
            seatFields(
              content,
              { seat: shownSeat(seat, owner.participant?.privateFrom), hostId: person.id, n },
              refused,
            ),
          )}
          <p class="receipt-words">${said.note} ${said.agreed} ${end}</p>
          <button class="receipt-download" type="submit">${said.save}</button>
        </form>`
  }`;
}

function fixedRow({ yourRegistration }: Content, { companion }: Seat, n: string): Markup {
  const { companions: said } = yourRegistration;
  const label = fillPlaceholders(said.name, { n });
  if (!companion) return factRow(label, [said.empty]);
  const state = companion.checkedInAt === undefined ? '' : said.present;
  return factRow(label, [companion.name, codeWords(said, companion), state]);
}

function codeWords(
  said: Content['yourRegistration']['companions'],
  { reference }: { reference: string },
): string {
  return fillPlaceholders(said.code, { code: reference });
}

/** The page of a group has a form for each participant, whose empty seats are called alike. */
function seatFields(
  content: Content,
  { seat: { field, companion, hasPlace }, hostId, n }: { seat: Seat; hostId: string; n: string },
  refused: Refused | undefined,
): Markup {
  const { companions: said, questions } = content.yourRegistration;
  const mistake = refused?.mistakes[field];
  const notes = companion ? [codeWords(said, companion), ...(hasPlace ? [] : [said.noPlace])] : [];
  const name = `${field}-name`;
  return html`<fieldset>
    <legend>${fillPlaceholders(said.name, { n })}</legend>
    ${lineField(
      {
        name,
        id: `${name}-${hostId}`,
        label: content.mails.labels.name,
        note: notes.length > 0 ? notes.join(' · ') : undefined,
        mistake: mistake?.name && said.unreadable,
        value: refused?.typed[name] ?? companion?.name ?? '',
      },
      { most: personLengths.name },
    )}
    ${questionsAbout(content).map(asked)}
  </fieldset>`;

  function asked(question: Question): Markup {
    const answer = `${field}-${question.id}`;
    const wrong = mistake?.answers[question.id];
    const before = companion?.answers[question.id];
    const shown = {
      name: answer,
      id: `${answer}-${hostId}`,
      label: question.label,
      note: question.text,
      mistake: wrong && questions.mistakes[wrong],
      value: refused?.typed[answer] ?? before ?? '',
    };
    if (question.kind === 'line') return lineField(shown, { most: LONGEST_ANSWER });
    const offered = [...new Set([...offeredAnswers(question), ...(before ? [before] : [])])];
    return choiceField(shown, [
      { value: '', words: questions.noAnswer },
      ...offered.map((value) => ({ value, words: answerIn(content, value) })),
    ]);
  }
}
