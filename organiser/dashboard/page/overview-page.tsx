import { Link } from 'react-router';
import type { Overview, OverviewCharts } from '../read-pages.ts';
import { ActionButton } from './action-dialog.tsx';
import { Activities } from './activities.tsx';
import { CountChart, DaysChart, MoneyChart } from './charts.tsx';
import { PageTitle } from './page-title.tsx';
import { Part } from './part.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';
import { moneyWords } from './words.ts';

/** The overview of the conference. */
export function OverviewPage() {
  const { data, trouble } = useAnswer<Overview>('/overview', { isKept: true });
  return (
    <div className="flex flex-col gap-10 p-4 pb-16 sm:p-6 sm:pb-16">
      <PageTitle words="Overview" />
      {trouble !== undefined && <Trouble words={trouble} />}
      {data && <Sections overview={data} />}
    </div>
  );
}

function Sections({ overview }: { overview: Overview }) {
  const { currency, funnel, activities } = overview;
  // This is asked after the totals are there, so that they do not wait for it.
  const { data: charts, trouble, reload } = useAnswer<OverviewCharts>('/charts', { isKept: true });
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6 gap-y-5">
        {tilesOf(overview).map(([number, words, to]) => (
          <li key={words} className="border-t border-rule pt-3">
            <Link to={to} className="group flex flex-col">
              <span className="font-serif text-[clamp(1.375rem,1rem+0.8vw,2rem)] leading-tight tracking-tight whitespace-nowrap">
                {number}
              </span>
              <span className="text-label text-soft underline decoration-rule underline-offset-4 group-hover:decoration-accent">
                {words}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {trouble !== undefined && <Trouble words={trouble} />}
      <div className="grid gap-x-10 gap-y-12 xl:grid-cols-2">
        {charts && (
          <>
            <DaysChart days={charts.days} />
            <MoneyChart days={charts.days} currency={currency} />
            <CountChart heading="Presentation types" counts={charts.byType} />
            <CountChart heading="From registered to a place" counts={funnel} />
            <CountChart heading="Countries" counts={charts.byCountry} />
            <CountChart heading="Abstracts, by session" counts={charts.bySession} />
            {charts.places.length > 0 && <Places places={charts.places} reload={reload} />}
          </>
        )}
        {activities && (charts ?? trouble) !== undefined && <Activities activities={activities} />}
      </div>
    </>
  );
}

type Tile = readonly [number: string, words: string, to: string];

/** The numbers above the charts, each with the list that it counts. */
function tilesOf({ totals, currency, things }: Overview): Tile[] {
  const money = (cents: number) => moneyWords(cents, currency);
  const { owed, withoutReceipt, checkedIn } = totals;
  const tiles: (false | Tile)[] = [
    [totals.registered.toLocaleString('en'), 'registered', '/participants'],
    [totals.coming.toLocaleString('en'), 'paid places', '/participants?state=CONFIRMED'],
    [money(totals.paidCents), 'paid', '/payments'],
    [money(totals.refundedCents), 'refunded', '/refunds'],
    [money(totals.receivedCents), 'received', '/documents'],
    owed.count > 0 && [money(owed.cents), 'asked for, not paid', '/asked'],
    withoutReceipt.paidCents > 0 && [
      money(withoutReceipt.paidCents),
      'paid without a receipt',
      '/payments?receipt=false',
    ],
    checkedIn > 0 && [
      checkedIn.toLocaleString('en'),
      'checked in',
      '/participants?attendance=CHECKED_IN',
    ],
    [
      totals.abstracts.toLocaleString('en'),
      totals.abstracts === 1 ? 'abstract' : 'abstracts',
      '/abstracts',
    ],
    [things.toLocaleString('en'), things === 1 ? 'thing to do' : 'things to do', '/things'],
  ];
  return tiles.filter((tile) => tile !== false);
}

function Places({ places, reload }: { places: OverviewCharts['places']; reload: () => void }) {
  return (
    <Part heading="Places">
      <ul>
        {places.map(({ kind, name, paid, held, offered, waiting, limit, left }) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-6 border-t border-rule py-2 first:border-t-0"
          >
            <span>
              <span className="font-medium">{name}</span>: {paid} paid, {held} reserved, {left} of{' '}
              {limit} left
              {offered + waiting > 0 && `; ${offered} offered, ${waiting} waiting`}
            </span>
            <ActionButton action="places" subject={name} preset={{ kind }} onDone={reload} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
