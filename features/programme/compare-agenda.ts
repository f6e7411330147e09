import type { Content } from '#contract/content.ts';
import { countDays, dayAfter, daysBetween, weekdayText } from '#contract/content/calendar-days.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { entriesOf } from '#server/abstract/organisations.ts';
import { pagesOfContributions } from '#server/abstract/contribution-part.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { slotMistakes, areInTwoRooms, isSamePerson, type Presenter } from './slot-mistakes.ts';
import { isPoster, type Slot } from './slots.ts';
import {
  type AgendaFileItem,
  editAgendaFile,
  readAgendaFile,
} from '#server/content/agenda-file.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContentText } from '#server/content/content-file.ts';
import { readContent } from '#server/content/read-content.ts';
import type { Db } from '#server/database/database.ts';
import { digestOf } from '#server/identity.ts';
import { peopleTwice, presentedAmong } from './people-clashes.ts';
import { ActionImpossible, refuseMistakes } from '#server/operations/plan.ts';
import { type AcceptedContribution, acceptedContributions } from './accepted-contributions.ts';
import { agendaChanges, type AgendaChanges, type AgendaValues } from './agenda-changes.ts';
import { agendaEntries } from './agenda-entries.ts';

export type AgendaRequest = {
  /** The folder of the conference. */
  folder: string;
  /** Replaces values that were edited by hand, and writes items again that were deleted. */
  replacesEdits: boolean;
};

/** agenda.yaml as it is, and as it would be with the programme. */
export type ComparedAgenda = {
  source: string;
  /** The same text as `source` if no item changes. */
  text: string;
  changes: AgendaChanges;
  ids: ReadonlyMap<string, string>;
  /** The values that were remembered before, by the id of the abstract. */
  written: ReadonlyMap<string, AgendaValues>;
  notes: string[];
};

/** Compares the programme, agenda.yaml and what was written last. Refuses slots and files that the site could not show. */
export async function compareAgenda(
  db: Db,
  { folder, replacesEdits }: AgendaRequest,
  file: string,
): Promise<ComparedAgenda> {
  const content = readValid(() => readContent(folder), 'Please correct that first.');
  const { text: source = '' } = readContentText(file);
  const abstracts = await listAbstracts(db);
  const accepted = await acceptedContributions(db, abstracts);
  refuseImpossible(accepted, content);
  const { items, days } = readAgendaFile(source);
  const { start } = content.conference.dates;
  const present = presentIn(items, start);
  const written = await agendaEntries(db);
  const ids = new Map(abstracts.map(({ id, reference }) => [reference, id]));
  const byId = new Map(accepted.map((each) => [each.abstract.id, each]));
  const talks = accepted.filter(
    ({ abstract, decision }) => abstract.withdrawnAt === undefined && !isPoster(decision),
  );
  const nameOf = speakerNames(talks);
  const pages = await pagesOfContributions(db, content);
  const contributions = abstracts.map(({ id, reference, withdrawnAt }) => {
    const one = byId.get(id);
    const wanted =
      one && withdrawnAt === undefined
        ? valuesOf(one, content, { nameOf, link: pages.get(id) })
        : undefined;
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
  const notes = [
    ...notesOn(accepted, items, { ids, changes }),
    ...peopleTwice(presentedAmong(accepted, content), { agenda: content.agenda.days }),
  ];
  return { source, text, changes, ids, written, notes };
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
      link: text('link'),
    });
  }
  return present;
}

/** The values of the item of a contribution; undefined if it has no time, or is a poster. */
function valuesOf(
  { abstract, decision, title, presenters }: AcceptedContribution,
  content: Content,
  { nameOf, link }: { nameOf: (presenter: AbstractAuthor) => string; link: string | undefined },
): AgendaValues | undefined {
  const { day, starts: start, ends: end, room, track, chair } = decision;
  if (day === undefined || start === undefined || isPoster(decision)) return undefined;
  const values = {
    day,
    start,
    end,
    title,
    room,
    track,
    topic: titlesOf(content, abstract).session,
    chair,
    speakers: presenters.map(nameOf).join('\n'),
    link,
  };
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value && withoutBraces(value)]),
  );
}

/** Texts of content/ name facts in braces, so the braces of a title would be taken for a fact. */
function withoutBraces(text: string): string {
  return text.replaceAll('{', '(').replaceAll('}', ')');
}

type Editing = Pick<ComparedAgenda, 'changes' | 'ids'> & {
  present: ReadonlyMap<string, AgendaValues>;
  start: string;
  days: number;
};

function editedText(source: string, { changes, ids, present, start, days }: Editing): string {
  const { put, remove } = changes;
  if (put.length + remove.length === 0) return source;
  const edits = put.map(({ reference, isNew, values: { day, speakers, ...texts } }) => {
    const on = day ?? present.get(reference)?.day ?? start;
    const at = countDays(start, on) - 1;
    if (at >= days) {
      throw new ActionImpossible(
        `${reference} is on ${weekdayText(on, 'en')}, and agenda.yaml has no such day. Please add it with its label and "items: []".`,
      );
    }
    return {
      day: at,
      abstract: reference,
      values: {
        ...(isNew && { id: agendaIdOf(ids.get(reference) ?? reference) }),
        ...texts,
        ...(speakers !== undefined && { speakers: speakers.split('\n') }),
        ...(isNew && { abstract: reference }),
      },
    };
  });
  return editAgendaFile(source, { put: edits, remove });
}

/** The id of a new item, which is part of public addresses. It does not tell the reference or the id of the abstract. */
export function agendaIdOf(abstractId: string): string {
  return `talk-${digestOf('agenda item', { abstractId }).slice(0, 10)}`;
}

function notesOn(
  accepted: readonly AcceptedContribution[],
  items: readonly AgendaFileItem[],
  { ids, changes: { kept } }: Pick<ComparedAgenda, 'ids' | 'changes'>,
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

type Talk = { decision: Slot; presenters: readonly Presenter[] };

/**
 * The names of presenters for the agenda, in which a name cannot be in two rooms at the same time: “Li Wei (Kyoto)” and
 * “Li Wei (Beijing)” if two people of one name are. Any other name stands alone.
 */
function speakerNames(talks: readonly Talk[]): (presenter: Presenter) => string {
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
  const [first = ''] = entriesOf(affiliation);
  return [first, affiliation, orcid ?? ''].filter((words) => words !== '');
}

function isInTwoRooms(slots: readonly Slot[]): boolean {
  return slots.some((one, at) => slots.slice(at + 1).some((other) => areInTwoRooms(one, other)));
}
