import * as labels from 'content:labels/programme';
import { base, language } from 'content:language';
import { useId } from 'react';
import drawing from 'theme:drawings/agenda';
import { calendarPathOf } from '#contract/content/agenda-items.ts';
import { commaIn, withColon } from '#contract/content/languages.ts';
import type { ProgrammeDay, ProgrammeItem } from './programme.ts';
import { lazyPart } from '#site/forms/lazy-part.tsx';
import { StarButton } from './star-button.tsx';
import type { StarredItems } from './stars.ts';

/** Few conferences have items with limited places. */
const PlacesNote = lazyPart(async () => (await import('./places-note.tsx')).PlacesNote);

const [beforeChair, afterChair] = labels.chair.split('{chair}');

/** Absent if the agenda has no stars. */
type StarProps = { word: string; stars: StarredItems; isOwn: boolean } | undefined;

type DayProgrammeProps = {
  day: ProgrammeDay;
  isShown: boolean;
  isSearched: boolean;
  star: StarProps;
  calendarLink: string;
};

export function DayProgramme(props: DayProgrammeProps) {
  const headingId = useId();
  const { day, isShown, isSearched, star, calendarLink } = props;
  const { label, dateText, items, columns, placeholder } = day;
  const isTable = columns > 0 && !isSearched;
  return (
    <section
      aria-labelledby={headingId}
      data-shown={isShown || undefined}
      className={`day ${star ? 'day-busy' : ''} ${isTable ? `lanes lanes-${columns}` : ''}`}
    >
      {/* The heading repeats the button of the day, so it is visible only in a search, on paper and without scripts. */}
      <h2
        id={headingId}
        className={
          isSearched
            ? 'day-heading'
            : 'sr-only no-script:not-sr-only no-script:mt-12 no-script:pb-4 print:not-sr-only print:mt-5 print:pb-3'
        }
      >
        <span className="text-label font-semibold text-accent">{label}</span>{' '}
        <span className="ms-3 font-serif text-name">{dateText}</span>
      </h2>
      {isTable && <LaneNames day={day} />}
      <ol>
        {items.map((item, at) => (
          <Item
            key={item.key}
            {...{ item, day, star, calendarLink }}
            begins={isTable && item.start !== items[at - 1]?.start}
          />
        ))}
      </ol>
      {placeholder && !isSearched && (
        <div className="border-t border-rule py-7 print:py-4 sm:ps-[calc(9rem+clamp(1rem,2vw,2.5rem))]">
          {drawing && <GrowingLine grown={items.length} />}
          <p className={`${drawing ? 'mt-5 ' : ''}font-serif text-name text-soft print:mt-2`}>
            {placeholder}
          </p>
        </div>
      )}
    </section>
  );
}

/** The names above the columns. Each item says its own, so screen readers skip them. */
function LaneNames({ day: { lanes } }: { day: ProgrammeDay }) {
  return (
    <div aria-hidden className="lane-names">
      {lanes.map(({ name, columns }, at) => (
        <p
          key={name}
          className={`${at === 0 ? 'col-start-2' : ''} ${columns > 1 ? `col-span-${columns}` : ''}`}
        >
          {name}
        </p>
      ))}
    </div>
  );
}

type ItemProps = Pick<DayProgrammeProps, 'day' | 'star' | 'calendarLink'> & {
  item: ProgrammeItem;
  begins: boolean;
};

function Item({ item, day, star, begins, calendarLink }: ItemProps) {
  const { key, start, end, title, text, room, track, topic, speakers, chair, place } = item;
  const { elsewhere, link, isLimited } = item;
  const isStarred = star?.stars.keys.has(key) ?? false;
  // The heading of its column says the track of an item, or the room: the table does not repeat it.
  const lane = day.lanes.find(({ name }) => name === (track ?? room))?.name;
  const places = [room, track, topic].filter((name) => name !== undefined && name !== lane);
  return (
    <>
      {/* In the table, the time in the first column begins another row. */}
      {begins && (
        <li aria-hidden className="row-time">
          {start}
        </li>
      )}
      <li
        id={key}
        className={`agenda-entry ${placeClasses(place)} ${star?.isOwn && !isStarred ? 'print:hidden' : ''}`}
      >
        <p className="entry-hours">
          <a
            href={base + calendarPathOf(key)}
            download={`${key}.ics`}
            title={calendarLink}
            aria-label={`${start}-${end}: ${title}. ${calendarLink}`}
          >
            <time>{start}</time>-<time>{end}</time>
          </a>
        </p>
        <div className="entry-body">
          <h3>
            {/* A plain link, because the server makes some of these pages. */}
            {link ? (
              <a href={base + link} className="link">
                <bdi>{title}</bdi>
              </a>
            ) : (
              <bdi>{title}</bdi>
            )}
          </h3>
          {speakers && (
            <p className="entry-note">
              {speakers.map((name, at) => (
                <span key={`${at} ${name}`}>
                  {at > 0 && commaIn(language)}
                  <bdi translate="no">{name}</bdi>
                </span>
              ))}
            </p>
          )}
          {(places.length > 0 || lane !== undefined) && (
            <p className="entry-note entry-place">
              {places.join(' · ')}
              {lane !== undefined && (
                <span className="entry-lane">{(places.length > 0 ? ' · ' : '') + lane}</span>
              )}
            </p>
          )}
          {elsewhere && (
            <p className="entry-note">
              {elsewhere.map ? (
                <a href={elsewhere.map} className="link">
                  {elsewhere.name}
                </a>
              ) : (
                elsewhere.name
              )}
              , {elsewhere.address}
            </p>
          )}
          {chair && (
            <p className="entry-note entry-place">
              {beforeChair}
              <bdi translate="no">{chair}</bdi>
              {afterChair}
            </p>
          )}
          {text && <p className="entry-text">{text}</p>}
          {isLimited && <PlacesNote id={key} />}
        </div>
        {star && (
          <StarButton
            label={withColon(star.word, title, language)}
            isStarred={isStarred}
            onPress={() => star.stars.toggle(key)}
          />
        )}
      </li>
    </>
  );
}

/** The names of Tailwind's classes; site.css lists them for the build. */
function placeClasses({ column, columns, rows }: ProgrammeItem['place']): string {
  return [
    `col-start-${column + 1}`,
    columns > 1 ? `col-span-${columns}` : '',
    rows > 1 ? `row-span-${rows}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const STEP = 26;
const ACROSS = STEP * 0.866;
const DOWN = STEP / 2;
const LENGTH = 18;

/**
 * A growing line: a step for each item of the day, a dot at the end, and a dotted line for future items. A theme without a
 * drawing for the agenda has no line, either.
 */
function GrowingLine({ grown }: { grown: number }) {
  const length = Math.max(LENGTH, grown + 1);
  const points = Array.from({ length: length + 1 }, (_, at) => ({
    x: 6 + at * ACROSS,
    y: at % 2 === 0 ? DOWN + 6 : 6,
  }));
  const end = points[grown];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.ceil(length * ACROSS + 12)} ${DOWN + 12}`}
      className="onward w-full max-w-[26rem] overflow-visible text-ink"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={lineThrough(points.slice(0, grown + 1))} strokeWidth="2" />
      <path
        d={lineThrough(points.slice(grown))}
        strokeWidth="1.2"
        strokeDasharray="1 5"
        opacity="0.8"
      />
      {end && <circle cx={end.x} cy={end.y} r="5" stroke="none" className="fill-accent" />}
    </svg>
  );
}

function lineThrough(points: { x: number; y: number }[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y}`).join('');
}
