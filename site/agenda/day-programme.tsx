import { useId } from 'react';
import type { AgendaDay } from '#contract/content.ts';
import { endDateOf, notesOf } from '#contract/content/agenda-items.ts';

type DayProgrammeProps = { day: AgendaDay; isShown: boolean };

export function DayProgramme({ day, isShown }: DayProgrammeProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={`break-inside-avoid-page ${isShown ? '' : 'hidden no-script:block print:block'}`}
    >
      {/* The heading repeats the button of the day, so it is visible only on paper and without scripts. */}
      <h2
        id={headingId}
        className="sr-only no-script:not-sr-only no-script:mt-12 no-script:pb-4 print:not-sr-only print:mt-5 print:pb-3"
      >
        <span className="text-label font-semibold text-accent">{day.label}</span>{' '}
        <span className="ml-3 font-serif text-name">{day.dateText}</span>
      </h2>
      <ol>
        {day.items.map((item) => (
          <li
            key={`${item.start} ${item.room} ${item.title}`}
            className="grid break-inside-avoid gap-x-[clamp(1rem,2vw,2.5rem)] gap-y-1 border-t border-rule py-7 sm:grid-cols-[9rem_1fr] print:py-4"
          >
            <p className="font-serif text-name text-soft">
              <time dateTime={`${day.date}T${item.start}`}>{item.start}</time>-
              <time dateTime={`${endDateOf(day.date, item)}T${item.end}`}>{item.end}</time>
            </p>
            <div>
              <h3 className="font-serif text-name font-medium">{item.title}</h3>
              {notesOf(item).map((note) => (
                <p key={note} className="mt-1 text-small">
                  {note}
                </p>
              ))}
              {item.text && <p className="mt-2 max-w-[40em] text-small text-soft">{item.text}</p>}
            </div>
          </li>
        ))}
      </ol>
      {day.placeholder && (
        <div className="border-t border-rule py-7 print:py-4 sm:pl-[calc(9rem+clamp(1rem,2vw,2.5rem))]">
          <GrowingChain grown={day.items.length} />
          <p className="mt-5 font-serif text-name text-soft print:mt-2">{day.placeholder}</p>
        </div>
      )}
    </section>
  );
}

const BOND = 26;
const ACROSS = BOND * 0.866;
const DOWN = BOND / 2;
const LENGTH = 18;

/** A growing polymer chain: a bond for each item of the day, a monomer at the end, and a dotted line for future items. */
function GrowingChain({ grown }: { grown: number }) {
  const length = Math.max(LENGTH, grown + 1);
  const atoms = Array.from({ length: length + 1 }, (_, at) => ({
    x: 6 + at * ACROSS,
    y: at % 2 === 0 ? DOWN + 6 : 6,
  }));
  const end = atoms[grown];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.ceil(length * ACROSS + 12)} ${DOWN + 12}`}
      className="w-full max-w-[26rem] overflow-visible text-ink"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={lineThrough(atoms.slice(0, grown + 1))} strokeWidth="2" />
      <path
        d={lineThrough(atoms.slice(grown))}
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
