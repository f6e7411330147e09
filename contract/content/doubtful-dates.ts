import type { Content } from '../content.ts';
import { countDays, dayAfter, dayText } from './calendar-days.ts';
import { writtenExtras } from './combinations.ts';
import type { Contradiction } from './contradicting-deadlines.ts';
import { endIn } from './moments.ts';
import type { Moment } from './opening.ts';

/** The end of something, by its path in one of the files. `months` is the longest time between it and the conference. */
type End = {
  file: 'conference' | 'prices';
  path: (string | number)[];
  until: Moment | undefined;
  months: number;
};

/**
 * Dates that are probably those of another year: an end long before the conference, or after it. They may be as they are
 * on purpose, so they are warnings. Dates that cannot be true are mistakes of the schemas.
 */
export function doubtfulDates(content: Content): Contradiction[] {
  const { conference } = content;
  const { start, end, year, language } = conference.dates;
  const over = endIn(conference.dates, { day: end });
  const { status } = conference;
  const former = status?.from && endIn(conference.dates, { day: status.from.end });
  const all = status?.is === 'cancelled' ? [] : endsIn(content);
  const ends = all.flatMap(({ file, path, until, months }): Contradiction[] => {
    if (until === undefined) return [];
    const earliest = endIn(conference.dates, { day: dayAfter(start, -Math.round(months * 30.5)) });
    const conferenceIs = `the conference is on ${conference.dates.text}`;
    if (former && until.at <= former.at) {
      return [
        {
          file,
          path,
          words: `is ${until.day}, before the days from which the conference was postponed: ${conferenceIs}`,
        },
      ];
    }
    if (until.at < earliest.at) {
      return [
        {
          file,
          path,
          words: `is ${until.day}, more than ${months} months before the first day: ${conferenceIs}`,
        },
      ];
    }
    return until.at > over.at
      ? [{ file, path, words: `is ${until.day}, after the last day: ${conferenceIs}` }]
      : [];
  });
  const landing = conference.deadlines.landing.flatMap(({ date, day }, at): Contradiction[] => {
    const isDoubtful = day !== undefined && (day > end || day < dayAfter(start, -LAST_YEAR));
    // The opening itself is named already.
    const follows = Object.values(conference.opening).some(({ from, until }) =>
      [from?.label, until?.label].includes(date),
    );
    if (!isDoubtful || follows) return [];
    const path = ['deadlines', 'landing', at, 'day'];
    return [
      {
        file: 'conference',
        path,
        words: `is ${dayText(day, language)}, and the conference is on ${conference.dates.text}`,
      },
    ];
  });
  return [...ends, ...landing, ...otherYears(conference, year), ...missingDays(content)];
}

/** The days between a deadline of last year and this year's conference. */
const LAST_YEAR = 300;

function endsIn({ conference, prices }: Content): End[] {
  const { opening, cancellation = [], questions, selfService, abstracts } = conference;
  const { phases, presentationTypes, room, extras } = prices;
  const ofConference = (path: (string | number)[], until: Moment | undefined, months = 6): End => ({
    file: 'conference',
    path,
    until,
    months,
  });
  const forSale = [
    ...presentationTypes.map((type, at) => ({ path: ['presentationTypes', at], ...type })),
    ...(room ? [{ path: ['room'], ...room }] : []),
    ...writtenExtras(extras).map((extra, at) => ({ path: ['extras', at], ...extra })),
  ];
  return [
    ofConference(['opening', 'registration', 'until'], opening.registration.until),
    ofConference(['opening', 'abstracts', 'until'], opening.abstracts.until, 10),
    ofConference(['opening', 'discounts', 'until'], opening.discounts.until),
    ofConference(['abstracts', 'final', 'until'], abstracts.final?.until, 10),
    ...cancellation.map(({ until }, at) => ofConference(['cancellation', at, 'until'], until, 10)),
    ...questions.map(({ until }, at) => ofConference(['questions', at, 'until'], until)),
    ...Object.entries(selfService).map(([act, { until }]) =>
      ofConference(['selfService', act, 'until'], until),
    ),
    ...phases.map(({ until }, at): End => ({
      file: 'prices',
      path: ['phases', at, 'until'],
      until,
      months: 6,
    })),
    ...presentationTypes.map(({ proof }, at): End => ({
      file: 'prices',
      path: ['presentationTypes', at, 'proof', 'until'],
      until: proof?.until,
      months: 10,
    })),
    ...forSale.map(({ path, opening: { until } }): End => ({
      file: 'prices',
      path: [...path, 'until'],
      until,
      months: 6,
    })),
  ];
}

/** Years in the facts that are typed by hand. */
function otherYears(
  { referencePrefix, copyrightYear, documents }: Content['conference'],
  year: number,
): Contradiction[] {
  const [prefixYear] = /\d\d$/.exec(referencePrefix) ?? [];
  const behind = prefixYear === undefined ? 0 : (year % 100) - Number(prefixYear);
  const [seriesYear] = /20\d\d/.exec(documents?.series ?? '') ?? [];
  const file = 'conference';
  return [
    ...(behind !== 0 && Math.abs(behind) < 4
      ? [
          {
            file,
            path: ['referencePrefix'],
            words: `is ${referencePrefix}, and the conference is in ${year}`,
          } as const,
        ]
      : []),
    ...(copyrightYear === year
      ? []
      : [
          {
            file,
            path: ['copyrightYear'],
            words: `is ${copyrightYear}, and the conference is in ${year}`,
          } as const,
        ]),
    ...(seriesYear === undefined || Number(seriesYear) === year
      ? []
      : [
          {
            file,
            path: ['documents', 'series'],
            words: `has the year ${seriesYear}: {year} in its place is the year of each document`,
          } as const,
        ]),
  ];
}

function missingDays({ agenda, conference: { dates } }: Content): Contradiction[] {
  const [days, length] = [agenda.days.length, countDays(dates.start, dates.end)];
  // An empty agenda is not known yet, and its page says so.
  if (days === length || days === 0) return [];
  return [
    {
      file: 'agenda',
      path: ['days'],
      words: `has ${days} of the ${length} days of the conference: a day without items has \`items: []\` and a placeholder`,
    },
  ];
}
