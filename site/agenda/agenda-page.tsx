import agenda from 'content:agenda';
import pages from 'content:pages';
import { useState } from 'react';
import drawing from '#site/drawings/agenda.svg';
import { pageMeta } from '#site/page-meta.ts';
import { ButtonLink } from '#site/ui/button.tsx';
import { PageHeading } from '#site/ui/page-heading.tsx';
import type { Route } from './+types/agenda-page.ts';
import { DayProgramme } from './day-programme.tsx';
import { DayToggles } from './day-toggles.tsx';

export const loader = () => ({ ...pages.agenda, days: agenda.days });

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData);

/** One day is shown at a time; on paper and without JavaScript all of them are. */
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
