import { useEffect, useState } from 'react';
import { ask } from '#organiser/dashboard/page/ask.ts';
import type { AtDoor } from '../desk-answers.ts';

type Door = { id: string; words: string };

/** The doors at which this desk can scan; none until they are read, or without sessions that have places. */
export function useDoors(): readonly Door[] {
  const [doors, setDoors] = useState<readonly Door[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    // A desk that does not answer says so at the first scan.
    ask<Door[]>('/desk/doors', leaving.signal).then(setDoors, () => undefined);
    return () => leaving.abort();
  }, []);
  return doors;
}

/** The word of the button at a door, or at the desk itself. */
export function wordsAt(door: AtDoor | undefined): string {
  return door === undefined ? 'Check in' : door.way === 'in' ? 'In' : 'Out';
}

type Props = {
  doors: readonly Door[];
  door: AtDoor | undefined;
  onChange: (door: AtDoor | undefined) => void;
};

/** Chooses the place of the next scans, and at a door whether people come or go. */
export function DoorChoice({ doors, door, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <label className="flex min-w-52 flex-1 flex-col gap-1 text-label font-semibold">
        Scans are for
        <select
          value={door?.id ?? ''}
          onChange={({ target: { value: id } }) =>
            onChange(id === '' ? undefined : { id, way: door?.way ?? 'in' })
          }
          className="control"
        >
          <option value="">The registration desk</option>
          {doors.map(({ id, words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {door && (
        <fieldset className="flex min-h-12 items-center gap-5">
          <legend className="sr-only">Way</legend>
          {(['in', 'out'] as const).map((way) => (
            <label key={way} className="flex min-h-12 items-center gap-2 font-semibold">
              <input
                type="radio"
                name="way"
                checked={door.way === way}
                onChange={() => onChange({ ...door, way })}
              />
              {way === 'in' ? 'Coming in' : 'Going out'}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
