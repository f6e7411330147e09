import * as agendaLabels from 'content:labels/agenda';
import agenda from 'content:agenda';
import conference from 'content:conference';
import { language } from 'content:language';
import details from 'content:conference-details';
import * as labels from 'content:labels/pages';
import pages from 'content:pages';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import drawing from 'theme:drawings/agenda';
import { pageMeta } from '#site/page-meta.ts';
import { agendaFormats } from '#site/seo/agenda-formats.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';
import type { Route } from './+types/agenda-page.ts';
import { lazyPart } from '#site/forms/lazy-part.tsx';
import { DayProgramme } from './day-programme.tsx';
import { everything, matcher } from './find-items.ts';
import { programmeOf, type ProgrammeDay } from './programme.ts';
import { useStars } from './stars.ts';

const AgendaTools = lazyPart(async () => (await import('./agenda-tools.tsx')).AgendaTools);

export function loader() {
  const { days } = agenda;
  return {
    ...pages.agenda,
    programme: programmeOf(days, { ...conference, language, places: details.places }),
    ...(days.length === 0 && { intro: labels.agendaToCome, isEmpty: true }),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta(loaderData),
  ...agendaFormats(),
];

/** Before anything of the programme is known, there is nothing to download. */
export default function AgendaPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, isEmpty } = words;
  if (!isEmpty) return <Programme words={words} />;
  return <PageHeading heading={heading} intro={words.intro} drawing={drawing} />;
}

/**
 * The page shows one day at a time, and every day of a search; on paper and without JavaScript it shows all days. Search,
 * filters and stars are there only if the agenda offers a choice.
 */
function Programme({ words: texts }: { words: ReturnType<typeof loader> }) {
  const { heading, intro, button, calendarLink, note, tools: words, programme } = texts;
  const { days, choices } = programme;
  const hydrated = useHydrated();
  const [shown, setShown] = useShownDay(days, hydrated);
  const [search, setSearch] = useState(everything);
  const keys = useMemo(
    () => new Set(days.flatMap(({ items }) => items.map(({ key }) => key))),
    [days],
  );
  const stars = useStars(keys);
  /** The items that were starred when the visitor opened their programme: a star that is taken away leaves its item there. */
  const [own, setOwn] = useState<ReadonlySet<string>>();

  const isSearched = search !== everything || own !== undefined;
  const isFound = matcher(search);
  const found = days.map((day) => ({
    ...day,
    items: isSearched
      ? day.items.filter(
          (item) =>
            isFound(item) && (own === undefined || own.has(item.key) || stars.keys.has(item.key)),
        )
      : day.items,
  }));
  const listed = isSearched ? found.filter(({ items }) => items.length > 0) : found;
  return (
    <>
      <PageHeading {...{ heading, intro }} drawing={drawing} compact>
        <ButtonLink
          to="/documents/agenda.pdf"
          reloadDocument
          download
          variant="secondary"
          className="print:hidden"
        >
          {button}
        </ButtonLink>
        <ButtonLink
          to="/conference.ics"
          reloadDocument
          download
          variant="quiet"
          className="print:hidden sm:mx-3"
        >
          {calendarLink}
        </ButtonLink>
      </PageHeading>
      <div className="page grid-page pt-12 lg:pt-20 print:block print:pt-0">
        <div
          data-live={hydrated || undefined}
          className={`programme ${choices ? 'programme-wide' : ''}`}
        >
          {choices && (
            <AgendaTools
              {...{ words, choices, search, own, stars }}
              all={keys.size}
              found={found.reduce((sum, { items }) => sum + items.length, 0)}
              onSearch={setSearch}
              onOwn={setOwn}
            />
          )}
          {!isSearched && <DayToggles days={days} shown={shown} onShow={setShown} />}
          {listed.map((day) => (
            <DayProgramme
              key={day.label}
              day={day}
              isShown={isSearched || day.label === shown}
              isSearched={isSearched}
              star={choices && { word: words.star, stars, isOwn: own !== undefined }}
              calendarLink={calendarLink}
            />
          ))}
        </div>
        <p className="programme-note">{note}</p>
      </div>
    </>
  );
}

/**
 * The day that the visitor chose; before that, the day of the item that the address names, or the first day. The prerendered
 * page knows no item: until it is hydrated, the style sheet shows the right day (agenda.css).
 */
function useShownDay(days: readonly ProgrammeDay[], hydrated: boolean) {
  const { hash, key } = useLocation();
  const [chosen, setChosen] = useState<{ label: string; at: string }>();
  const named = hydrated
    ? days.find(({ items }) => items.some((item) => item.key === hash.slice(1)))?.label
    : undefined;
  const at = key + hash;
  const choice = chosen?.at === at || named === undefined ? chosen?.label : undefined;
  const show = (label: string) => setChosen({ label, at });
  return [choice ?? named ?? days[0]?.label, show] as const;
}

type DayTogglesProps = {
  days: readonly ProgrammeDay[];
  shown: string | undefined;
  onShow: (label: string) => void;
};

function DayToggles({ days, shown, onShow }: DayTogglesProps) {
  const hydrated = useHydrated();
  return (
    <div
      role="group"
      aria-label={agendaLabels.dayButtons}
      className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-[clamp(1rem,2vw,2.5rem)] no-script:hidden print:hidden"
    >
      {days.map(({ label, date, dateText }) => (
        <button
          key={label}
          type="button"
          disabled={!hydrated}
          aria-pressed={label === shown}
          onClick={() => onShow(label)}
          className="day-toggle"
        >
          <span className="text-label font-semibold">{label}</span>{' '}
          <span className="font-serif text-body">{dateText}</span>
          <span aria-hidden data-numeral={Number(date.slice(8))} />
        </button>
      ))}
    </div>
  );
}
