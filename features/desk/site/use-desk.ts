import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AtDoor, DeskAnswer } from '../desk-answers.ts';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { loadAgain } from '#organiser/dashboard/page/listings-store.ts';

/** An answer of the desk, with a number that no other has. */
export type Answered = DeskAnswer & {
  id: number;
  at: number;
  /** The desk has just checked in the same person, so a second scan is no reason to stop anybody. */
  isAgain: boolean;
  /** Asks again, after a call that failed. */
  again?: () => void;
};

/** A second scan within this time is one of the same badge. */
const AGAIN_MS = 60_000;
const MOST_KEPT = 50;
const QUIET_MS = 1500;

/** The calls of the desk, one after the other, and their answers, the latest first; at a door if there is one. */
export function useDesk(door?: AtDoor) {
  const [answers, setAnswers] = useState<readonly Answered[]>([]);
  const [waiting, setWaiting] = useState(0);
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

  function show(found: readonly DeskAnswer[], again?: () => void) {
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

  function call(path: string, body: unknown, about: string) {
    setWaiting((count) => count + 1);
    queue.current = queue.current.then(async () => {
      try {
        show((await tell<{ answers: DeskAnswer[] }>(path, body)).answers);
      } catch (error) {
        const words = error instanceof Refused ? error.message : 'The desk does not answer.';
        show([refusalOf(words, [about])], () => call(path, body, about));
      } finally {
        setWaiting((count) => count - 1);
      }
    });
  }

  return {
    answers,
    waiting,
    scan: (code: string) => call('/desk/scan', { code, door }, code),
    checkIn: (person: string, name: string, isDespiteUnpaid = false) =>
      call('/desk/check-in', { person, isDespiteUnpaid, door }, name),
    undo: (person: string, name: string, at = door) =>
      call('/desk/undo', { person, door: at }, name),
    findNobody: (typed: string) => show([refusalOf(`Nobody found: ${typed}`)]),
  };
}

function isJustHere(
  { people: [person], door }: DeskAnswer,
  before: readonly Answered[],
  at: number,
): boolean {
  return before.some(
    (one) =>
      one.outcome === 'here' &&
      one.door === door &&
      one.people[0]?.key === person?.key &&
      at - one.at < AGAIN_MS,
  );
}

function refusalOf(words: string, notes: string[] = []): DeskAnswer {
  return { outcome: 'refused', words, people: [], notes, canOverrule: false };
}

export type DeskOfPage = ReturnType<typeof useDesk>;
