import { languagesOf, inLanguage } from '#contract/content.ts';
import type { FeaturePeople } from '#server/reports/known-by-features.ts';
import { sessionsIn } from './sessions.ts';
import { signUpsOfPeople } from './sign-ups.ts';
import type { SignUpState } from './tables.ts';

declare module '#server/reports/known-by-features.ts' {
  interface PersonFacts {
    /** The sign-ups for sessions; absent if there is none. */
    sessions?: readonly { session: string; state: SignUpState }[];
  }
}

/** The words for a state in the selections of letters, in the story of a person, and for the reader of a plan. */
const STATES = [
  { state: 'SIGNED_UP', word: 'place', story: 'has a place', who: 'people with a place in' },
  { state: 'WAITING', word: 'waiting', story: 'waits', who: 'people who wait for a place in' },
] as const;

export const aboutPeople: FeaturePeople = {
  async facts(db, ids) {
    const signUps = Map.groupBy(
      await signUpsOfPeople(db, ids),
      ({ participantId }) => participantId,
    );
    return (id) => {
      const sessions = signUps.get(id);
      return sessions ? { sessions } : {};
    };
  },
  lines: (_, { sessions = [] }) =>
    sessions.map(({ session, state }) => [
      session,
      STATES.find((each) => each.state === state)?.story ?? state,
    ]),
  choices: (content) =>
    sessionsIn(content).flatMap(({ id, title }) => {
      const titles = languagesOf(content).flatMap((language) =>
        sessionsIn(inLanguage(content, language)).filter((session) => session.id === id),
      );
      return STATES.map(({ state, word, who }) => ({
        word: `${word}=${id}`,
        also: titles.map((session) => `${word}=${session.title}`),
        who: `${who} ${title}`,
        fits: ({ sessions = [] }) =>
          sessions.some((each) => each.session === id && each.state === state),
      }));
    }),
};
