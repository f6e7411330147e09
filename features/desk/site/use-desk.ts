import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AtDoor, DeskAnswer } from '../desk-answers.ts';
import type { DeskPerson } from '../desk-pack.ts';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { loadAgain } from '#organiser/dashboard/page/listings-store.ts';
import { changeKept, type Kept, readKept } from './kept-scans.ts';

/** An answer of the desk, with a number that no other has. */
export type Answered = Omit<DeskAnswer, 'outcome'> & {
  /** `kept`: made without a network, and recorded when it is back. */
  outcome: DeskAnswer['outcome'] | 'kept';
  id: number;
  at: number;
  /** The desk has just checked in the same person, so a second scan is no reason to stop anybody. */
  isAgain: boolean;
  /** Asks again, after a call that failed. */
  again?: () => void;
};

type Said = Pick<Answered, 'outcome' | 'words' | 'people' | 'notes' | 'canOverrule' | 'door'>;

/** The people whom the list of the page has for a key or a code, and whether their places were confirmed. */
export type FindListed = (asked: {
  person?: string;
  code?: string;
}) => Promise<{ person: DeskPerson; isSure: boolean }[]>;

/** A second scan within this time is one of the same badge. */
const AGAIN_MS = 60_000;
const MOST_KEPT = 50;
const QUIET_MS = 1500;
/** A line that is about to break answers nothing for minutes. */
const PATIENCE_MS = 8000;
/** Kept scans are sent this often until the network is back. */
const RETRY_MS = 4000;

type Body = {
  person?: string;
  code?: string;
  isDespiteUnpaid?: boolean;
  door?: AtDoor | undefined;
};

/** The calls of the desk, one after the other, and their answers, the latest first; at a door if there is one. */
export function useDesk(door: AtDoor | undefined, findListed: FindListed) {
  const [answers, setAnswers] = useState<readonly Answered[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [kept, setKept] = useState<readonly Kept[]>(readKept);
  const queue = useRef(Promise.resolve());
  const number = useRef(0);
  const isQuiet = waiting === 0 && answers.length > 0;
  const latest = answers[0]?.id;
  const readList = useEffectEvent(() => void loadAgain('participants'));
  // The list is read again when the queue is empty, because it may be long.
  useEffect(() => {
    if (!isQuiet) return;
    const timer = setTimeout(readList, QUIET_MS);
    return () => clearTimeout(timer);
  }, [isQuiet, latest]);

  function show(found: readonly Said[], again?: () => void) {
    setAnswers((before) => {
      let all = before;
      for (const answer of found) {
        const at = Date.now();
        const isAgain = answer.outcome === 'already' && isJustHere(answer, before, at);
        number.current += 1;
        const next = { ...answer, id: number.current, at, isAgain, ...(again && { again }) };
        all = [next, ...all];
      }
      return all.slice(0, MOST_KEPT);
    });
  }

  function inTurn(work: () => Promise<void>) {
    setWaiting((count) => count + 1);
    queue.current = queue.current.then(work).finally(() => setWaiting((count) => count - 1));
  }

  function call(path: string, body: Body, about: string) {
    inTurn(async () => {
      try {
        show((await asked(path, body)).answers);
      } catch (error) {
        const again = () => call(path, body, about);
        const isGone = error instanceof Refused && error.isUnreachable;
        if (isGone && path !== '/desk/undo') {
          const said = await keep(body, about);
          return show(said, said[0]?.outcome === 'refused' ? again : undefined);
        }
        const words = error instanceof Refused ? error.message : 'The desk does not answer.';
        show([refusalOf(words, [about])], again);
      }
    });
  }

  /** Looks for a name among those who come with participants. The list of the page has the others, perhaps some of them. */
  function findCompanions(name: string, hasListed: boolean) {
    inTurn(async () => {
      const nobody = hasListed ? [] : [refusalOf(`Nobody found: ${name}`)];
      try {
        const { answers: said } = await asked('/desk/name', { name });
        show(said.length > 0 ? said : nobody);
      } catch (error) {
        const isGone = error instanceof Refused && error.isUnreachable;
        const words = 'No network: companions are found by their badges later.';
        show(isGone ? nobody.map((one) => ({ ...one, notes: [words] })) : nobody);
      }
    });
  }

  /** Without a network the list of the page decides; only confirmed places are let in. */
  async function keep(body: Body, about: string): Promise<Said[]> {
    const listed = await findListed(body);
    const [found, ...others] = listed;
    const people = listed.map(({ person }) => person);
    if (!found) return [refusalOf('No network, and not in the list of this page', [about])];
    if (others.length > 0) {
      const words = `No network: a group of ${listed.length}: choose who`;
      return [{ ...refusalOf(words), outcome: 'choose', people }];
    }
    const { person, isSure } = found;
    if (!isSure && body.isDespiteUnpaid !== true) {
      const words = 'No network, and not confirmed in the list of this page';
      return [{ ...refusalOf(words), people, canOverrule: true }];
    }
    const isKnown = (each: Kept) =>
      each.body['person'] === person.key && isSameDoor(each.body['door'], body.door);
    const wasKept = door?.way !== 'out' && readKept().some(isKnown);
    if (!wasKept) {
      const at = new Date().toISOString();
      const { isDespiteUnpaid = false } = body;
      const own = {
        person: person.key,
        isDespiteUnpaid,
        at,
        ...(body.door && { door: body.door }),
      };
      const next = { path: '/desk/check-in', body: own, about: person.name };
      setKept(changeKept((all) => [...all, next]));
    }
    const words = wasKept ? 'Kept before: no network' : 'Kept: no network';
    const notes = ['It is recorded when the network is back. Leave this page open.'];
    const about_ = body.door && { door: body.door.id };
    return [{ ...refusalOf(words, notes), outcome: 'kept', people, ...about_ }];
  }

  const sendKept = useEffectEvent(() => {
    if (waiting > 0) return;
    inTurn(async () => {
      for (const each of readKept()) {
        const done = () =>
          setKept(changeKept((all) => all.filter((one) => one.body['at'] !== each.body['at'])));
        try {
          const { answers: said } = await asked(each.path, each.body);
          done();
          // The answer of an earlier try may have been lost.
          show(said.filter(({ outcome }) => outcome !== 'already'));
        } catch (error) {
          if (!(error instanceof Refused) || error.isUnreachable || error.isLoggedOut) return;
          done();
          show([refusalOf(error.message, [each.about])]);
        }
      }
    });
  });
  const hasKept = kept.length > 0;
  useEffect(() => {
    if (!hasKept) return;
    const timer = setInterval(sendKept, RETRY_MS);
    const now = () => sendKept();
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [hasKept]);

  return {
    answers,
    waiting,
    kept: kept.length,
    scan: (code: string) => call('/desk/scan', { code, door }, code),
    checkIn: (person: string, name: string, isDespiteUnpaid = false) =>
      call('/desk/check-in', { person, isDespiteUnpaid, door }, name),
    undo: (person: string, name: string, at = door) =>
      call('/desk/undo', { person, door: at }, name),
    findCompanions,
    findNobody: (typed: string) => show([refusalOf(`Nobody found: ${typed}`)]),
  };
}

function asked(path: string, body: object) {
  return tell<{ answers: DeskAnswer[] }>(path, body, AbortSignal.timeout(PATIENCE_MS));
}

function isSameDoor(one: unknown, other: AtDoor | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isJustHere(
  { people: [person], door }: Said,
  before: readonly Answered[],
  at: number,
): boolean {
  return before.some(
    (one) =>
      (one.outcome === 'here' || one.outcome === 'kept') &&
      one.door === door &&
      one.people[0]?.key === person?.key &&
      at - one.at < AGAIN_MS,
  );
}

function refusalOf(words: string, notes: string[] = []): DeskAnswer {
  return { outcome: 'refused', words, people: [], notes, canOverrule: false };
}

export type DeskOfPage = ReturnType<typeof useDesk>;
