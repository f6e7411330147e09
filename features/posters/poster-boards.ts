import { decisionsByAbstract } from '#features/programme/decisions.ts';
import { isPoster, posterKey, type Slot } from '#features/programme/slots.ts';
import type { Content } from '#contract/content.ts';
import { weekdayOf } from '#contract/content/calendar-days.ts';
import { inOneLine } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Db } from '#server/database/database.ts';
import type { Posters } from './shape.ts';

/** The place of a poster in the hall. */
export type Board = {
  wall: string;
  board: number;
  /** Undefined if the boards of the wall have one side. */
  side: 'front' | 'back' | undefined;
};

/** All places in the hall: wall by wall, and board by board with both sides. */
export function boardsOf({ walls }: Pick<Posters, 'walls'>): Board[] {
  return walls.flatMap(({ name: wall, boards, sides }) =>
    Array.from({ length: boards }, (_, at) => at + 1).flatMap((board): Board[] =>
      sides === 1
        ? [{ wall, board, side: undefined }]
        : [
            { wall, board, side: 'front' },
            { wall, board, side: 'back' },
          ],
    ),
  );
}

/**
 * The numbers of all accepted posters in their order. The place in this list is the place in the hall, so a withdrawn
 * poster keeps its board: other posters do not move.
 */
export async function posterNumbers(db: Db): Promise<string[]> {
  const numbers = [...(await decisionsByAbstract(db)).values()].flatMap((decision) =>
    decision.outcome === 'ACCEPTED' && isPoster(decision) ? (decision.number ?? []) : [],
  );
  return [...new Set(numbers)].toSorted(byNumber);
}

/** P9 is before P10. */
export function byNumber(one: string, other: string): number {
  return ORDER.compare(posterKey(one), posterKey(other)) || (one < other ? -1 : 1);
}
const ORDER = new Intl.Collator('en', { numeric: true });

/** The boards by the numbers of posters. More posters than places are without one. */
export function boardsByNumber(
  { walls }: Pick<Posters, 'walls'>,
  numbers: readonly string[],
): ReadonlyMap<string, Board> {
  const boards = boardsOf({ walls });
  return new Map(
    numbers.flatMap((number, at): [string, Board][] => {
      const board = boards[at];
      return board ? [[number, board]] : [];
    }),
  );
}

/** The board of one poster; undefined without a number or without a board. */
export async function boardOf(
  db: Db,
  { conference }: Pick<Content, 'conference'>,
  number: string | undefined,
): Promise<Board | undefined> {
  const { posters } = conference.abstracts;
  if (number === undefined || !posters || posters.walls.length === 0) return undefined;
  return boardsByNumber(posters, await posterNumbers(db)).get(number);
}

/** “Foyer, board 3, back”. */
export function boardWords(
  { yourAbstract }: Pick<Content, 'yourAbstract'>,
  { wall, board, side }: Board,
): string {
  const said = yourAbstract.posters;
  const place = { wall, board: String(board) };
  return side === undefined
    ? fillPlaceholders(said.board, place)
    : fillPlaceholders(said.boardSide, { ...place, side: said.sides[side] });
}

/** “Friday, 17:00–19:00”: a conference has each day of the week once. Undefined without a day. */
export function hoursOf(
  { language }: Pick<Content, 'language'>,
  { day, starts, ends }: Slot,
): string | undefined {
  if (day === undefined) return undefined;
  const hours = starts === undefined ? [] : [`${starts}–${ends}`];
  return inOneLine([weekdayOf(day, language), ...hours], language);
}
