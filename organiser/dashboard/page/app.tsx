import { useEffect, useRef } from 'react';
import { Navigate, NavLink, Route, Routes, useLocation } from 'react-router';
import type { Form } from '../actions.ts';
import type { Concern } from '#server/operations/concern.ts';
import { subjects } from '#server/operations/subjects.ts';
import { may, worksEverywhere } from '../rights.ts';
import type { Conference } from '../read-pages.ts';
import { placed } from '#contract/placed.ts';
import { AbstractPage } from './abstract-page.tsx';
import type { Opened, PageOfFeature } from './added.ts';
import { CommandsPage } from './commands-page.tsx';
import { FormsContext } from './forms.ts';
import { ListingPage } from './listing-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { PageTitle } from './page-title.tsx';
import { PersonPage } from './person-page.tsx';
import { ThingsPage } from './things-page.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';
import { showTimesOf, timeWords } from './words.ts';

type Link = Pick<PageOfFeature, 'path' | 'words' | 'isFor' | 'counts'> & { before?: string };

const own: readonly Link[] = [
  {
    path: '',
    words: 'Overview',
    isFor: ({ rights }) => may(rights, 'see', 'People') && may(rights, 'see', 'Money'),
  },
  {
    path: 'things',
    words: 'To do',
    isFor: ({ rights }) => worksEverywhere(rights),
  },
  { path: 'commands', words: 'Commands', isFor: hasCommands },
];

/** The commands of the desk are on its page. */
function hasCommands({ rights }: Opened): boolean {
  return subjects.some((subject) => may(rights, 'see', subject));
}

/** A link in a mail and the login of the house lead to these. */
const ENTRANCES = ['/invitation', '/house'];

type Added = { added: readonly PageOfFeature[] };

export function App({ added }: Added) {
  const { data: conference, trouble, isLoggedOut } = useAnswer<Conference>('/conference');
  const { pathname } = useLocation();
  const { data: forms = [] } = useAnswer<Form[]>('/forms');
  const things = useAnswer<Concern[]>('/things');
  const main = useFocusOnChange();
  const OffLine = added.find(({ isOffLine }) => isOffLine)?.Page;
  const entrance = added.find(({ isEntrance }) => isEntrance);
  if (entrance && (isLoggedOut || ENTRANCES.includes(pathname))) return <entrance.Page />;
  if (conference) showTimesOf(conference.timeZone);
  return (
    <div className="flex h-dvh flex-col lg:flex-row">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-edge bg-ink px-4 py-3 text-paper focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Frame conference={conference} things={things.data ?? []} added={added} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none"
      >
        {trouble === undefined ? (
          conference && (
            <FormsContext value={forms}>
              {conference.deskUntil === undefined ? (
                <Pages conference={conference} onDone={things.reload} added={added} />
              ) : (
                OffLine && <OffLine isOffLine />
              )}
            </FormsContext>
          )
        ) : (
          <div className="p-6">
            <Trouble words={trouble} />
          </div>
        )}
      </main>
    </div>
  );
}

type PagesProps = Added & { conference: Conference; onDone: () => void };

function Pages({ conference, onDone, added }: PagesProps) {
  const [first] = linksFor(conference, added);
  return (
    <Routes>
      <Route
        index
        element={
          first === undefined || first.path === '' ? (
            <OverviewPage />
          ) : (
            <Navigate replace to={`/${first.path}`} />
          )
        }
      />
      <Route path="things" element={<ThingsPage onDone={onDone} />} />
      {conference.lists.map(({ name }) => (
        <Route
          key={name}
          path={name}
          element={<ListingPage key={name} name={name} conference={conference} />}
        />
      ))}
      {added.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page onDone={onDone} />} />
      ))}
      <Route path="people/:key" element={<PersonPage onDone={onDone} />} />
      <Route path="abstracts/:key" element={<AbstractPage onDone={onDone} />} />
      <Route path="commands" element={<CommandsPage onDone={onDone} />} />
      <Route path="*" element={<NoPage />} />
    </Routes>
  );
}

function NoPage() {
  return (
    <div className="p-4 sm:p-6">
      <PageTitle words="There is no such page" />
    </div>
  );
}

type FrameProps = Added & { conference: Conference | undefined; things: readonly Concern[] };

/** The links to the pages that the organiser may open. */
function linksFor(conference: Conference, added: Added['added']): Link[] {
  const { lists, unusedPages } = conference;
  const ofLists = lists.map(({ name, heading }) => {
    return { path: name, words: heading, before: 'commands' };
  });
  const used = added.filter(({ path }) => !unusedPages.includes(path));
  const last = used.filter(({ before }) => before === undefined);
  const others = used.filter((page) => !last.includes(page));
  const all = placed<Link>(own, [ofLists, others, last], ({ path }, name) => path === name);
  return all.filter(({ isFor }) => isFor?.(conference) ?? true);
}

function Frame({ conference, things, added }: FrameProps) {
  return (
    <header className="flex shrink-0 flex-col border-rule max-lg:border-b lg:w-56 lg:border-r">
      <div className="flex items-baseline justify-between gap-4 px-5 pt-4 lg:flex-col lg:gap-2 lg:pt-7 lg:pb-6">
        <p className="font-serif text-name">{conference?.name ?? 'Dashboard'}</p>
        {conference && conference.mode !== 'live' && (
          <p className="border border-accent px-2 text-label font-semibold text-accent">
            Test mode
          </p>
        )}
      </div>
      {conference?.deskUntil !== undefined ? (
        <p className="px-5 py-2 text-label text-soft">
          Without a network, until {timeWords(conference.deskUntil)}. Laptop: {conference.actor}.
        </p>
      ) : (
        <Links links={conference ? linksFor(conference, added) : []} things={things} />
      )}
      {conference && conference.deskUntil === undefined && (
        <p className="mt-auto px-5 py-5 text-label text-faint max-lg:hidden">
          All times are those of {conference.timeZone}. The log records your changes under the name{' '}
          {conference.actor}.{' '}
          {!conference.isColleague && 'To end the dashboard, press Ctrl+C in its terminal.'}
        </p>
      )}
    </header>
  );
}

/** The links to all pages. On a phone the one of the present page is scrolled into sight. */
function Links({ links, things }: { links: readonly Link[]; things: readonly Concern[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Dashboard"
      className="overflow-x-auto px-2 py-2 max-sm:mask-r-from-80% lg:px-3"
    >
      <ul className="flex max-sm:pe-16 sm:max-lg:flex-wrap lg:flex-col">
        {links.map(({ path, words, counts }) => (
          <li key={path}>
            <NavLink
              to={`/${path}`}
              end={path === ''}
              className="flex min-h-11 items-center justify-between gap-2 rounded-edge px-3 whitespace-nowrap hover:bg-sunk aria-[current=page]:bg-sunk aria-[current=page]:font-semibold lg:min-h-8"
            >
              {words}
              <Count
                of={things.filter(({ about }) => path === 'things' || about === counts).length}
              />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ of }: { of: number }) {
  if (of === 0) return null;
  return (
    <span className="rounded-edge bg-accent px-1.5 text-label font-semibold text-on-accent">
      {of}
    </span>
  );
}

/** As after a page load, the keyboard begins again at the top of the new page. */
function useFocusOnChange() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  return main;
}
