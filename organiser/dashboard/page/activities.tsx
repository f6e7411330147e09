import type { Activity } from '#server/operations/activities.ts';
import { Part } from './part.tsx';
import { timeWords } from './words.ts';

/** The log of changes, latest first. */
export function Activities({ activities }: { activities: readonly Activity[] }) {
  return (
    <Part heading="Changes by organisers">
      {activities.length === 0 ? (
        <p className="text-soft">Nothing was changed yet.</p>
      ) : (
        <ul>
          {activities.map(({ at, who, action, reference, words }) => (
            <li
              key={`${at} ${action} ${words}`}
              className="border-t border-rule py-2 first:border-t-0"
            >
              <span className="text-label text-faint">
                {timeWords(at)}, {who}
              </span>
              <br />
              {action}
              {reference === undefined ? '' : ` ${reference}`}: {words}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
