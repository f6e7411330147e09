import { areInTwoRooms, isSamePerson, type Presenter } from './slot-mistakes.ts';
import type { Slot } from './slots.ts';

type Talk = { decision: Slot; presenters: readonly Presenter[] };

/**
 * The names of presenters for the agenda, in which a name cannot be in two rooms at the same time: “Li Wei (Kyoto)” and
 * “Li Wei (Beijing)” if two people of one name are. Any other name stands alone.
 */
export function speakerNames(talks: readonly Talk[]): (presenter: Presenter) => string {
  const byName = Map.groupBy(
    talks.flatMap(({ decision, presenters }) =>
      presenters.map((presenter) => ({ decision, presenter })),
    ),
    ({ presenter }) => presenter.name,
  );
  const namesakes = new Map(
    [...byName]
      .filter(([, all]) => isInTwoRooms(all.map(({ decision }) => decision)))
      .map(([name, all]) => [name, all.map(({ presenter }) => presenter)]),
  );
  return (presenter) => {
    const others = (namesakes.get(presenter.name) ?? []).filter(
      (other) => !isSamePerson(presenter, other),
    );
    if (others.length === 0) return presenter.name;
    const remark = remarksOn(presenter).find((words) =>
      others.every((other) => !remarksOn(other).includes(words)),
    );
    return remark === undefined ? presenter.name : `${presenter.name} (${remark})`;
  };
}

/** The words that tell a person from namesakes, the shortest first. */
function remarksOn({ affiliation, orcid }: Presenter): string[] {
  const [first = ''] = affiliation.split(';');
  return [first.trim(), affiliation, orcid ?? ''].filter((words) => words !== '');
}

function isInTwoRooms(slots: readonly Slot[]): boolean {
  return slots.some((one, at) => slots.slice(at + 1).some((other) => areInTwoRooms(one, other)));
}
