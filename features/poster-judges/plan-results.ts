import { posterKey } from '#features/programme/slots.ts';
import { counted } from '#server/counted.ts';
import { type Db, lockKey } from '#server/database/database.ts';
import type { Cell } from '#server/files/sheet-table.ts';
import { act } from '#server/operations/act.ts';
import {
  ActionImpossible,
  type Organising,
  type Plan,
  refuseMistakes,
} from '#server/operations/plan.ts';
import { readHall } from '#features/posters/hall-posters.ts';
import {
  findJudgeCalled,
  forgetJudges,
  judgeNames,
  listJudges,
  lockJudges,
  postersGivenBack,
} from './judges.ts';
import { judgeKey, readReturned, type ReturnedScores } from './judge-sheets.ts';
import { type JudgedScores, listScores, putScores } from './poster-scores.ts';
import type { Posters } from '#features/posters/shape.ts';

/** A returned sheet, with the name of its file. */
export type GivenScores = { name: string; rows: readonly (readonly Cell[])[] };

export const NOBODY_JUDGES =
  'Nobody judges the posters: `judging` below `posters` in conference.yaml names the criteria.';

/** The judging of the conference; refuses without it. */
export function judgingOf({ posters }: { posters?: Posters | undefined }) {
  if (posters?.judging) return posters.judging;
  throw new ActionImpossible(NOBODY_JUDGES);
}

/**
 * Records the scores of returned sheets. Scores of the same judge for the same poster replace those before, and an empty
 * row changes nothing. With a mistake in any sheet nothing is recorded.
 */
export async function planResults(
  organising: Organising,
  sheets: readonly GivenScores[],
): Promise<Plan> {
  const { payments, content } = organising;
  const { criteria } = judgingOf(content.conference.abstracts);
  const read = sheets.map(({ name, rows }) =>
    readReturned(name, rows, criteria, content.yourAbstract.judging),
  );
  const { posters } = await readHall(payments.db, content);
  const before = await listScores(payments.db);
  const { latest, mistakes } = collect(
    read.flatMap(({ rows }) => rows),
    posters,
    await judgeNames(payments.db),
    await givenBackIn(payments.db),
  );
  refuseMistakes([...read.flatMap(({ mistakes: own }) => own), ...mistakes]);
  const isSame = (one: JudgedScores, other: JudgedScores | undefined) =>
    other !== undefined &&
    one.scores.size === other.scores.size &&
    [...one.scores].every(([id, score]) => other.scores.get(id) === score);
  const isOf = (each: JudgedScores, one: JudgedScores) =>
    each.abstractId === one.abstractId && each.judge === one.judge;
  const beforeOf = (one: JudgedScores) => before.find((each) => isOf(each, one));
  const added = latest.filter((one) => !beforeOf(one));
  const changed = latest.filter((one) => beforeOf(one) && !isSame(one, beforeOf(one)));
  const toRecord = [...added, ...changed];
  const same = latest.length - toRecord.length;
  const numberOf = new Map(posters.map(({ abstractId, number }) => [abstractId, number]));
  const textOf = (one: JudgedScores | undefined) =>
    criteria.map(({ id }) => one?.scores.get(id) ?? '–').join(' · ');
  const empty = read.reduce((sum, each) => sum + each.empty, 0);
  const judges = new Set(latest.map(({ judge }) => judge));
  return {
    words: [
      `Sheets: ${sheets.length}, judges: ${judges.size}, judgements: ${added.length} new, ${changed.length} changed, ${same} as before. Rows without scores: ${empty}.`,
      ...changed.map(
        (one) =>
          `  ${numberOf.get(one.abstractId)} by ${one.judge}: ${textOf(beforeOf(one))} becomes ${textOf(one)}`,
      ),
    ],
    button: toRecord.length === 0 ? undefined : `Record ${counted(toRecord.length, 'judgement')}`,
    async perform() {
      await act(organising, async ({ tx, record }) => {
        await lockKey(tx, 'poster-scores');
        const now = await listScores(tx);
        const givenBack = await givenBackIn(tx);
        const isChanged = toRecord.some((one) => {
          if (givenBack(one)) return true;
          const current = now.find((each) => isOf(each, one));
          const seen = beforeOf(one);
          // Another organiser may have read the same sheet.
          if (isSame(one, current)) return false;
          return current === undefined ? seen !== undefined : !isSame(current, seen);
        });
        if (isChanged) {
          throw new ActionImpossible(
            'A judge has changed numbers on the page meanwhile, or given a poster back. Please check it and try again.',
            { reason: 'changed' },
          );
        }
        for (const each of toRecord) await putScores(tx, each);
        const words = `${counted(toRecord.length, 'judgement')} of posters recorded`;
        await record({ action: 'posters', words });
      });
      return ['Recorded. `posters --prizes` has the list.'];
    },
  };
}

/** The scores by poster and judge. A judge keeps the spelling of the page, or of the scores that were recorded first. */
function collect(
  rows: readonly ReturnedScores[],
  posters: readonly { number: string; abstractId: string }[],
  names: ReadonlyMap<string, string>,
  isGivenBack: (one: Pick<JudgedScores, 'judge' | 'abstractId'>) => boolean,
): { latest: JudgedScores[]; mistakes: string[] } {
  const spelling = new Map(names);
  const byNumber = new Map(posters.map((each) => [posterKey(each.number), each]));
  const found = new Map<string, { row: ReturnedScores; judged: JudgedScores }>();
  const mistakes: string[] = [];
  for (const row of rows) {
    const { at, number, scores } = row;
    const key = judgeKey(row.judge);
    const judge = spelling.get(key) ?? row.judge;
    spelling.set(key, judge);
    const poster = byNumber.get(posterKey(number));
    if (number === '' || row.judge === '') continue;
    if (!poster) {
      mistakes.push(`${at}, column Number: no poster in the hall has the number ${number}`);
      continue;
    }
    const { abstractId } = poster;
    if (isGivenBack({ judge, abstractId })) {
      mistakes.push(
        `${at}: ${judge} has given ${number} back: empty the row, or the judge takes the poster again on the page`,
      );
      continue;
    }
    const place = `${abstractId}\n${judge}`;
    const first = found.get(place);
    const isOther = first && [...scores].some(([id, score]) => first.row.scores.get(id) !== score);
    if (isOther) {
      mistakes.push(`${at}: ${judge} has other scores for ${number} in ${first.row.at}`);
    }
    found.set(place, { row, judged: { abstractId, judge, scores } });
  }
  return { latest: [...found.values()].map(({ judged }) => judged), mistakes };
}

/** Whether a judge has given a poster back on the page, because of a conflict or of the field. */
async function givenBackIn(db: Db) {
  const ids = new Map((await listJudges(db)).map(({ name, id }) => [name, id]));
  const posters = await postersGivenBack(db);
  return ({ judge, abstractId }: Pick<JudgedScores, 'judge' | 'abstractId'>) =>
    posters.get(ids.get(judge) ?? '')?.has(abstractId) ?? false;
}

/** Replaces the name of a judge by a number that no other one has, and ends the page. */
export async function planForgetting(organising: Organising, typed: string): Promise<Plan> {
  const { db } = organising.payments;
  const find = async (on: typeof db) => {
    const judge = await findJudgeCalled(on, typed);
    const name = judge?.name ?? (await judgeNames(on)).get(judgeKey(typed));
    return name === undefined ? undefined : { id: judge?.id, name };
  };
  const found = await find(db);
  if (!found) throw new ActionImpossible(`No judge with a page or scores is called ${typed}.`);
  const page = found.id === undefined ? '' : ' The page of the judge ends.';
  return {
    words: [`The name ${found.name} would be replaced by a number. The scores stay.${page}`],
    button: `Remove the name ${found.name}`,
    async perform() {
      await act(organising, async ({ tx, record }) => {
        await lockJudges(tx);
        const judge = await find(tx);
        if (!judge) return;
        await forgetJudges(tx, [judge]);
        await record({ action: 'posters', words: 'the name of a judge is removed' });
      });
      return ['Removed.'];
    },
  };
}
