import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Home } from '#contract/content/shapes/home-shape.ts';
import { Suspense } from 'react';
import { DaysLeft } from './use-today.ts';

export type Deadline = Conference['deadlines']['landing'][number];

type DeadlinesProps = {
  deadlines: readonly Deadline[];
  today: string | undefined;
  words: Home['highlights'];
};

/** The deadlines in the words of the content. A deadline with a day also shows the time until that day. */
export function Deadlines({ deadlines, today, words }: DeadlinesProps) {
  return (
    <dl className="[counter-reset:deadline]">
      {deadlines.map(({ label, date, day }) => (
        <div key={label} className="deadline">
          <dt className="text-small">{label}</dt>
          <dd className="deadline-date">{date}</dd>
          {day && (
            <dd className="days-left">
              {today && (
                <Suspense>
                  <DaysLeft day={day} today={today} passed={words.deadlinePassed} />
                </Suspense>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
