import { join } from 'node:path';
import type { Content } from '#contract/content.ts';
import { countDays, dayAfter, daysBetween, weekdayText } from '#contract/content/calendar-days.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { slotMistakes } from '#server/abstract/slot-mistakes.ts';
import { isPoster } from '#server/abstract/slots.ts';
import {
  type AgendaFileItem,
  editAgendaFile,
  readAgendaFile,
} from '#server/content/agenda-file.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContentText } from '#server/content/content-file.ts';
import { readContent } from '#server/content/read-content.ts';
import { replaceContentFile, unwritableFolder } from '#server/content/replace-content-file.ts';
import { type Db, inTransaction, lockKey, type Tx } from '#server/database/database.ts';
import { digestOf } from '#server/identity.ts';
import { recordActivity } from '#server/operations/activities.ts';
import {
  ActionImpossible,
  type Organising,
  type Plan,
  refuseMistakes,
} from '#server/operations/plan.ts';
import { type AcceptedContribution, acceptedContributions } from './accepted-contributions.ts';
import {
  agendaChanges,
  type AgendaChanges,
  type AgendaValues,
  isSameItem,
} from './agenda-changes.ts';
import { agendaEntries, forgetAgendaEntry, saveAgendaEntry } from './agenda-entries.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';

type Request = {
  /** The folder of the conference. */
  folder: string;
  /** Replaces values that were edited by hand, and writes items again that were deleted. */
  replacesEdits: boolean;
};

/**
 * Writes the accepted contributions with a time into agenda.yaml. Comments, other items and edits by hand stay. The file
 * is written only if the whole folder is still valid.
 */
export async function planAgenda(organising: Organising, request: Request): Promise<Plan> {
  const file = join(request.folder, 'agenda.yaml');
  const planned = await compare(organising.payments.db, request, file);
  const summary = summaryOf(planned.changes);
  const unwritable = await unwritableFolder(file);
  return {
    words: [...wordsOf(planned), ...(unwritable === undefined ? [] : [cannotWrite(unwritable)])],
    button: `Write agenda.yaml: ${summary}`,
    async perform() {
      if (unwritable !== undefined) throw new ActionImpossible(cannotWrite(unwritable));
      const isWritten = await record(organising, async (tx) => {
        const now = await compare(tx, request, file);
        if (now.source !== planned.source || now.text !== planned.text) {
          throw new ActionImpossible(
            'The programme or agenda.yaml has changed meanwhile. Please check it and try again.',
          );
        }
        if (now.text !== now.source) await replaceContentFile(file, now.text);
        return now;
      });
      if (!isWritten) return ['Nothing was written: agenda.yaml has the whole programme.'];
      return [`${file} is written: ${summary}.`, GOES_LIVE];
    },
  };
}

/**
 * The new agenda.yaml for somebody else, who puts it into the folder. `write` gets its text. What is in it counts as
 * written, so that later edits by hand are recognised.
 */
export async function draftAgenda(
  organising: Organising,
  request: Request,
  write: (text: string) => Promise<void>,
): Promise<string[]> {
  let words: string[] = [];
  await record(organising, async (tx) => {
    const now = await compare(tx, request, join(request.folder, 'agenda.yaml'));
    await write(now.text);
    words = wordsOf(now);
    return now;
  });
  return [...words, `Please put the file into ${request.folder} as agenda.yaml. ${GOES_LIVE}`];
}

const GOES_LIVE =
  'The site shows it after a build and a restart of the server (docs/operations.md).';

function wordsOf({ changes, notes }: Compared): string[] {
  const { lines, kept } = changes;
  return [`agenda.yaml: ${summaryOf(changes)}.`, ...lines, ...kept, ...notes];
}

/** Remembers what `write` has written; false if it was what the file had. */
function record(
  { payments, actor }: Organising,
  write: (tx: Tx) => Promise<Compared>,
): Promise<boolean> {
  return inTransaction(payments.db, async (tx) => {
    await lockKey(tx, 'agenda');
    const done = await write(tx);
    await remember(tx, done);
    if (done.text === done.source) return false;
    const words = summaryOf(done.changes);
    await recordActivity(
      tx,
      { ...payments, actor },
      { action: 'agenda', reference: undefined, words },
    );
    return true;
  });
}

type Compared = {
  source: string;
  /** The same text as `source` if no item changes. */
  text: string;
  changes: AgendaChanges;
  ids: ReadonlyMap<string, string>;
  /** The values that were remembered before, by the id of the abstract. */
  written: ReadonlyMap<string, AgendaValues>;
  notes: string[];
};

async function compare(
  db: Db,
  { folder, replacesEdits }: Request,
  file: string,
): Promise<Compared> {
  const content = readValid(() => readContent(folder), 'Please correct that first.');
  const { text: source = '' } = readContentText(file);
  const accepted = await acceptedContributions(db);
  refuseImpossible(accepted, content);
  const { items, days } = readAgendaFile(source);
  const { start } = content.conference.dates;
  const present = presentIn(items, start);
  const written = await agendaEntries(db);
  const abstracts = await listAbstracts(db);
  const ids = new Map(abstracts.map(({ id, reference }) => [reference, id]));
  const byId = new Map(accepted.map((each) => [each.abstract.id, each]));
  const contributions = abstracts.map(({ id, reference, withdrawnAt }) => {
    const one = byId.get(id);
    const wanted = one && withdrawnAt === undefined ? valuesOf(one, content) : undefined;
    const reason =
      withdrawnAt !== undefined
        ? 'withdrawn'
        : one
          ? isPoster(one.decision)
            ? 'a poster now'
            : 'without a time'
          : 'not accepted';
    return { reference, wanted, reason, written: written.get(id) };
  });
  const changes = agendaChanges(contributions, present, { replacesEdits });
  const text = editedText(source, { changes, ids, present, start, days });
  if (text !== source) {
    readValid(
      () => readContent(folder, { drafts: { agenda: text } }),
      'Nothing is written, because the folder would not build. Please correct the decisions or agenda.yaml.',
    );
  }
  return { source, text, changes, ids, written, notes: notesOn(accepted, { items, ids, changes }) };
}

function readValid(read: () => Content, advice: string): Content {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    refuseMistakes(error.message.split('\n'), advice);
    throw error;
  }
}

function refuseImpossible(
  accepted: readonly AcceptedContribution[],
  { agenda, conference: { dates } }: Content,
): void {
  const placed = accepted
    .filter(({ abstract }) => abstract.withdrawnAt === undefined)
    .map(({ abstract: { reference }, decision, presenters }, order) => ({
      reference,
      place: { order, words: reference },
      decided: decision,
      presenters,
    }));
  const days = daysBetween(dates.start, dates.end);
  refuseMistakes(
    slotMistakes(placed, { days, agenda: agenda.days }),
    'Please correct these slots in the sheet of decide first.',
  );
}

/** The items of the file by the reference of their contribution. */
function presentIn(items: readonly AgendaFileItem[], start: string): Map<string, AgendaValues> {
  const present = new Map<string, AgendaValues>();
  for (const { day, abstract, values } of items) {
    if (present.has(abstract)) {
      throw new ActionImpossible(`${abstract} has two items in agenda.yaml. Please delete one.`);
    }
    const { speakers, ...texts } = values;
    const text = (key: string) => (texts[key] === undefined ? undefined : String(texts[key]));
    present.set(abstract, {
      day: dayAfter(start, day),
      start: text('start'),
      end: text('end'),
      title: text('title'),
      room: text('room'),
      track: text('track'),
      topic: text('topic'),
      chair: text('chair'),
      speakers: Array.isArray(speakers) ? speakers.join('\n') : undefined,
    });
  }
  return present;
}

/** The values of the item of a contribution; undefined if it has no time, or is a poster. */
function valuesOf(
  { abstract, decision, presenters }: AcceptedContribution,
  content: Content,
): AgendaValues | undefined {
  const { day, starts: start, ends: end, room, track, chair } = decision;
  if (day === undefined || start === undefined || isPoster(decision)) return undefined;
  const names = presenters.map(({ name }) => name);
  const values = {
    day,
    start,
    end,
    title: abstract.title ?? `Contribution by ${names.join(', ')}`,
    room,
    track,
    topic: titlesOf(content, abstract).session,
    chair,
    speakers: names.join('\n'),
  };
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value && withoutBraces(value)]),
  );
}

/** Texts of content/ name facts in braces, so the braces of a title would be taken for a fact. */
function withoutBraces(text: string): string {
  return text.replaceAll('{', '(').replaceAll('}', ')');
}

function editedText(
  source: string,
  {
    changes: { put, remove },
    ids,
    present,
    start,
    days,
  }: {
    changes: AgendaChanges;
    ids: ReadonlyMap<string, string>;
    present: ReadonlyMap<string, AgendaValues>;
    start: string;
    days: number;
  },
): string {
  if (put.length + remove.length === 0) return source;
  const edits = put.map(({ reference, isNew, values: { day, speakers, ...texts } }) => {
    const on = day ?? present.get(reference)?.day ?? start;
    const at = countDays(start, on) - 1;
    if (at >= days) {
      throw new ActionImpossible(
        `${reference} is on ${weekdayText(on)}, and agenda.yaml has no such day. Please add it with its label and "items: []".`,
      );
    }
    return {
      day: at,
      abstract: reference,
      values: {
        ...(isNew && { id: itemIdOf(ids.get(reference) ?? reference) }),
        ...texts,
        ...(speakers !== undefined && { speakers: speakers.split('\n') }),
        ...(isNew && { abstract: reference }),
      },
    };
  });
  return editAgendaFile(source, { put: edits, remove });
}

/** The id of a new item, which is part of public addresses. It does not tell the reference or the id of the abstract. */
function itemIdOf(abstractId: string): string {
  return `talk-${digestOf('agenda item', { abstractId }).slice(0, 10)}`;
}

async function remember(tx: Tx, { changes, ids, written }: Compared): Promise<void> {
  for (const [reference, values] of changes.written) {
    const id = ids.get(reference);
    if (id === undefined || isSameItem(values, written.get(id))) continue;
    await saveAgendaEntry(tx, id, values);
  }
  for (const reference of changes.forgotten) {
    const id = ids.get(reference);
    if (id !== undefined) await forgetAgendaEntry(tx, id);
  }
}

function summaryOf({ put, remove, unchanged }: AgendaChanges): string {
  const added = put.filter(({ isNew }) => isNew).length;
  return `${added} new, ${put.length - added} changed, ${remove.length} removed, ${unchanged} unchanged`;
}

function notesOn(
  accepted: readonly AcceptedContribution[],
  {
    items,
    ids,
    changes: { kept },
  }: { items: readonly AgendaFileItem[]; ids: ReadonlyMap<string, string>; changes: AgendaChanges },
): string[] {
  const taking = accepted.filter(({ abstract }) => abstract.withdrawnAt === undefined);
  const [posters, talks] = [
    taking.filter(({ decision }) => isPoster(decision)),
    taking.filter(({ decision }) => !isPoster(decision)),
  ];
  const orphans = items.filter(({ abstract }) => !ids.has(abstract));
  const noted = (words: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${words}: ${all.length} (${all.join(', ')}).`];
  const references = (all: readonly AcceptedContribution[]) =>
    all.map(({ abstract }) => abstract.reference);
  return [
    ...(kept.length === 0 ? [] : ['--replace-edits replaces what was edited or deleted by hand.']),
    ...noted(
      'Their abstract was erased or never existed, so please delete these items from agenda.yaml',
      orphans.map(({ abstract }) => abstract),
    ),
    ...noted(
      'Without a title, so the agenda says “Contribution by” and the name',
      references(
        talks.filter(
          ({ abstract, decision }) => abstract.title === undefined && decision.starts !== undefined,
        ),
      ),
    ),
    ...noted(
      'Accepted, and not in the agenda without a time',
      references(talks.filter(({ decision }) => decision.starts === undefined)),
    ),
    ...(posters.length === 0
      ? []
      : [
          `Posters are not in the agenda: ${posters.length}, of them ${posters.filter(({ decision }) => decision.number === undefined).length} without a number.`,
        ]),
  ];
}

function cannotWrite(folder: string): string {
  return `This user cannot write in ${folder}: please run the command as the user who owns it, or write the new file elsewhere with --out FILE.yaml.`;
}
