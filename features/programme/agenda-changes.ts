import { weekdayOf } from '#contract/content/calendar-days.ts';

export const agendaFields = [
  'day',
  'start',
  'end',
  'title',
  'room',
  'track',
  'topic',
  'chair',
  'speakers',
  'link',
] as const;

/** The values of an item of the agenda. `day` is 2026-05-29, `speakers` has one name a line. */
export type AgendaValues = { [field in (typeof agendaFields)[number]]?: string | undefined };

/** A contribution that is or was in the agenda, or should be. */
export type Contribution = {
  reference: string;
  /** The values that the programme gives its item; undefined if it is not in the programme. */
  wanted: AgendaValues | undefined;
  /** Why it is not in the programme: "withdrawn". */
  reason: string;
  /** The values that were written last. */
  written: AgendaValues | undefined;
};

export type AgendaChanges = {
  put: { reference: string; isNew: boolean; values: AgendaValues }[];
  remove: string[];
  /** The values to remember as written, and the contributions to forget. */
  written: Map<string, AgendaValues>;
  forgotten: string[];
  /** A line for each item that changes, in the order of the programme. */
  lines: string[];
  /** A line for each item that was edited by hand and stays as it is. */
  kept: string[];
  unchanged: number;
};

/**
 * Compares three versions of each item: the programme, the file, and what was written last. A value that differs from
 * what was written last was edited by hand and stays, unless `replacesEdits`.
 */
export function agendaChanges(
  contributions: readonly Contribution[],
  present: ReadonlyMap<string, AgendaValues>,
  { replacesEdits }: { replacesEdits: boolean },
): AgendaChanges {
  const changes: AgendaChanges = {
    put: [],
    remove: [],
    written: new Map(),
    forgotten: [],
    lines: [],
    kept: [],
    unchanged: 0,
  };
  const inOrder = contributions.toSorted((one, other) =>
    orderOf(one, present) < orderOf(other, present) ? -1 : 1,
  );
  for (const one of inOrder) {
    const there = present.get(one.reference);
    if (!one.wanted) leave(changes, one, { there, replacesEdits });
    else if (!there) add(changes, one, { wanted: one.wanted, replacesEdits });
    else merge(changes, one, { wanted: one.wanted, there, replacesEdits });
  }
  return changes;
}

function orderOf(
  { reference, wanted }: Contribution,
  present: ReadonlyMap<string, AgendaValues>,
): string {
  const { day, start, room } = wanted ?? present.get(reference) ?? {};
  return [day, start, room, reference].join(' ');
}

/** Removes the item of a contribution that is no longer in the programme, unless it was edited by hand. */
function leave(
  { remove, forgotten, lines, kept }: AgendaChanges,
  { reference, reason, written }: Contribution,
  { there, replacesEdits }: { there: AgendaValues | undefined; replacesEdits: boolean },
): void {
  if (!there) {
    if (written) forgotten.push(reference);
    return;
  }
  if (!isSameItem(there, written) && !replacesEdits) {
    kept.push(`! ${itemWords(there, reference)}: ${reason}, but edited by hand: it stays`);
    return;
  }
  remove.push(reference);
  if (written) forgotten.push(reference);
  lines.push(`- ${itemWords(there, reference)}: ${reason}`);
}

function add(
  changes: AgendaChanges,
  { reference, written }: Contribution,
  { wanted, replacesEdits }: { wanted: AgendaValues; replacesEdits: boolean },
): void {
  if (written && !replacesEdits) {
    changes.kept.push(`! ${itemWords(wanted, reference)}: deleted by hand, and stays away`);
    return;
  }
  changes.put.push({ reference, isNew: true, values: wanted });
  changes.written.set(reference, wanted);
  changes.lines.push(`+ ${itemWords(wanted, reference)}`);
}

function merge(
  changes: AgendaChanges,
  { reference, written = {} }: Contribution,
  {
    wanted,
    there,
    replacesEdits,
  }: { wanted: AgendaValues; there: AgendaValues; replacesEdits: boolean },
): void {
  const values: AgendaValues = {};
  const remembered: AgendaValues = {};
  const changed: string[] = [];
  const edited: string[] = [];
  for (const field of agendaFields) {
    const [ours, theirs] = [wanted[field], there[field]];
    remembered[field] = ours;
    if (ours === theirs) continue;
    if (theirs === written[field] || replacesEdits) {
      values[field] = ours;
      changed.push(`${field} ${quoted(theirs)} becomes ${quoted(ours)}`);
    } else {
      remembered[field] = written[field];
      edited.push(`${field} ${quoted(theirs)} was edited by hand and stays, not ${quoted(ours)}`);
    }
  }
  changes.written.set(reference, remembered);
  if (edited.length > 0) {
    changes.kept.push(`! ${itemWords(there, reference)}: ${edited.join('; ')}`);
  }
  if (changed.length === 0) {
    changes.unchanged += 1;
    return;
  }
  changes.put.push({ reference, isNew: false, values });
  changes.lines.push(`~ ${itemWords(there, reference)}: ${changed.join('; ')}`);
}

export function isSameItem(one: AgendaValues, other: AgendaValues | undefined): boolean {
  return other !== undefined && agendaFields.every((field) => one[field] === other[field]);
}

/** "Fri 09:00–09:20, Hall A: Chains that forget (Ada Kowalska), AB26-7K3M-9QXW" */
function itemWords(values: AgendaValues, reference: string): string {
  const { day = '', start, end, room, title, speakers } = values;
  const time = `${weekdayOf(day, 'en').slice(0, 3)} ${start}–${end}`;
  const names = speakers === undefined ? '' : ` (${inOneLine(speakers)})`;
  return `${room === undefined ? time : `${time}, ${room}`}: ${title}${names}, ${reference}`;
}

function quoted(value: string | undefined): string {
  return value === undefined ? 'nothing' : `"${inOneLine(value)}"`;
}

function inOneLine(value: string): string {
  return value.replaceAll('\n', ', ');
}
