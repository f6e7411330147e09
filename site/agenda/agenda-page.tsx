import agenda from 'content:agenda';
import pages from 'content:pages';
import { useState } from 'react';
import type { AgendaDay } from '#contract/content.ts';
import drawing from '#site/drawings/agenda.svg';
import { pageMeta } from '#site/page-meta.ts';
import { agendaFormats } from '#site/seo/agenda-formats.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import { useHydrated } from '#site/ui/use-hydrated.ts';
import type { Route } from './+types/agenda-page.ts';
import { DayProgramme } from './day-programme.tsx';

export const loader = () => ({ ...pages.agenda, days: agenda.days });

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta(loaderData),
  ...agendaFormats(),
];

/** The page shows one day at a time; on paper and without JavaScript it shows all days. */
export default function AgendaPage({ loaderData: words }: Route.ComponentProps) {
  const { heading, intro, button, calendarLink, note, days } = words;
  const [shown, setShown] = useState(days[0]?.label);
  return (
    <>
      <PageHeading {...{ heading, intro }} drawing={drawing}>
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
        <div className="col-span-12 lg:col-span-9">
          <DayToggles days={days} shown={shown} onShow={setShown} />
          {days.map((day) => (
            <DayProgramme key={day.label} day={day} isShown={day.label === shown} />
          ))}
        </div>
        <p className="col-span-12 mt-10 border-l-2 border-accent pl-5 text-small text-soft lg:col-span-3 lg:mt-0 lg:self-start print:mt-4">
          {note}
        </p>
      </div>
    </>
  );
}

type DayTogglesProps = {
  days: readonly AgendaDay[];
  shown: string | undefined;
  onShow: (label: string) => void;
};

function DayToggles({ days, shown, onShow }: DayTogglesProps) {
  const hydrated = useHydrated();
  return (
    <div
      role="group"
      aria-label="Days of the conference"
      className="grid auto-cols-fr grid-flow-col gap-x-[clamp(1rem,2vw,2.5rem)] no-script:hidden print:hidden"
    >
      {days.map(({ label, dateText }) => (
        <button
          key={label}
          type="button"
          disabled={!hydrated}
          aria-pressed={label === shown}
          onClick={() => onShow(label)}
          className="group cursor-pointer border-t border-rule pt-4 pb-6 text-left shadow-[inset_0_3px_0_transparent] transition-colors hover:border-ink aria-pressed:border-accent aria-pressed:shadow-[inset_0_3px_0_var(--color-accent)]"
        >
          <span className="block text-label font-semibold text-soft group-aria-pressed:text-accent">
            {label}
          </span>{' '}
          <span className="mt-1.5 block font-serif text-name text-soft group-hover:text-ink group-aria-pressed:text-ink md:text-heading">
            {dateText}
          </span>
        </button>
      ))}
    </div>
  );
}
