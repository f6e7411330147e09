import type { ExportRecord, RecordedPerson } from '#organiser/records.ts';
import { withColon } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { answerWords } from '#features/questions/questions.ts';
import { column } from '#server/reports/define-list.ts';
import type { FeatureWatch } from '#server/features.ts';
import type { FeaturePeople } from '#server/reports/known-by-features.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import type { OtherWhoComes } from '#server/reports/others-who-come.ts';
import { type Companion, companionsOf } from './companions.ts';
import { hostWith } from './name-companions.ts';
import { placesOf, questionsAbout } from './places.ts';

declare module '#server/reports/known-by-features.ts' {
  interface PersonFacts {
    /** The named companions; absent if there is none. */
    companions?: readonly Companion[];
  }
}

export const aboutPeople: FeaturePeople = {
  isForOffice: true,
  async facts(db, ids) {
    const found = await companionsOf(db, ids);
    return (id) => {
      const companions = found.get(id);
      return companions ? { companions } : {};
    };
  },
  columns(content) {
    if (!content.conference.companions) return [];
    const stateOf = (person: ListedParticipant) => namesState(content, person);
    return [
      column.text('companions', 'Companions', ({ companions = [] }: ListedParticipant) =>
        companions.map(({ name }) => name).join('; '),
      ),
      { ...column.state('companion-names', 'Names of companions', stateOf, 20), filters: true },
    ];
  },
  lines: (_, { companions = [] }) =>
    companions.map(({ name, reference, checkedInAt }) => [
      'Companion',
      `${name}, badge ${reference}${checkedInAt === undefined ? '' : ', checked in'}`,
    ]),
  choices: (content) =>
    content.conference.companions
      ? [
          {
            word: 'companions to name',
            also: [],
            who: 'people who have not named all who come with them',
            fits: (person) => namesState(content, person) === 'NAMES_MISSING',
          },
        ]
      : [],
};

/** Whether all places have names, and all names have places. */
function namesState(content: Content, person: ListedParticipant): string | undefined {
  const named = person.companions?.length ?? 0;
  const places = placesOf(content, person);
  if (named > places) return 'NAMES_WITHOUT_PLACE';
  if (places === 0) return undefined;
  return named < places ? 'NAMES_MISSING' : 'ALL_NAMED';
}

/** The companions of a participant, as the desk and badges know them. */
export function comeWith(content: Content, person: ListedParticipant): OtherWhoComes[] {
  if (!content.conference.companions) return [];
  const { companions: said } = content.yourRegistration;
  return hostWith(content, person, person.companions ?? []).seats.flatMap(
    ({ companion, hasPlace }) => {
      if (!companion) return [];
      const { id, reference, name, sortName, namedAt, checkedInAt, answers } = companion;
      const printed = questionsAbout(content).flatMap((question) => {
        const answer = answers[question.id];
        return question.badge && answer !== undefined
          ? [withColon(question.label, answerWords(question, answer), content.language)]
          : [];
      });
      const noPlace =
        person.placeSince === undefined
          ? 'the participant has no confirmed place'
          : hasPlace
            ? undefined
            : 'there are more names than places';
      const words = [`With ${person.name} (${person.reference ?? ''})`, ...printed];
      const about = { id, reference, name, sortName, type: said.type, since: namedAt };
      return [{ ...about, words, printed, checkedInAt, noPlace }];
    },
  );
}

/** The companions in an export. */
export async function* companionRecords(
  db: Db,
  people: ReadonlyMap<string, RecordedPerson>,
): AsyncGenerator<ExportRecord> {
  const known = await companionsOf(db, [...people.keys()]);
  const all = [...known.values()].flat();
  for (const companion of all.toSorted((one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  )) {
    const host = people.get(companion.participantId);
    const about = { with: host?.name, orderReference: host?.reference };
    yield { type: 'companion', email: '', state: 'NAMED', ...companion, ...about };
  }
}

/** Companions by their names, for the search of organisers: they lead to their participants. */
export const findCompanions: NonNullable<FeatureWatch['search']> = async (db, hasText) => {
  const found = await db
    .selectFrom('companions')
    .innerJoin('participants', 'participants.id', 'companions.participant_id')
    .select(['companions.name', 'companions.participant_id', 'participants.email'])
    .where('companions.id', 'in', (is) =>
      is.selectFrom('companions').select('companions.id').where(hasText),
    )
    .orderBy('companions.created_at')
    .orderBy('companions.id')
    .execute();
  return found.map(({ name, email }) => ({
    kind: 'companion' as const,
    name,
    email,
    state: 'COMPANION',
    reference: undefined,
    phone: '',
    institute: '',
    country: '',
  }));
};
