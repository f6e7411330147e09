import { type Db, lockKey } from '#server/database/database.ts';
import type { Clock, NewId } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import type { Criterion } from '#features/posters/shape.ts';
import {
  endJudgeLink,
  judgedPosters,
  lockJudges,
  type PosterJudge,
  putGivenBack,
} from './judges.ts';
import { scoreIn } from './judge-sheets.ts';
import { listScores, putScores } from './poster-scores.ts';
import type { GivenBackFor } from './tables.ts';

export type Typed = Readonly<Record<string, string>>;
/** The mistakes by the ids of the criteria. */
export type ScoreMistakes = Readonly<Record<string, 'number' | 'missing'>>;

/** `changed`: the scores are not those that the form was made of. `gone`: the judge does not look at this poster. */
export type Saved = 'saved' | 'emptied' | 'changed' | 'gone';

export function fieldOf({ id }: Pick<Criterion, 'id'>): string {
  return `score-${id}`;
}

/** The scores as one text, by which a form knows those that it was made of. */
export function scoresText(
  criteria: readonly Criterion[],
  scores: ReadonlyMap<string, number> | undefined,
): string {
  return criteria.map(({ id }) => scores?.get(id) ?? '').join(' ');
}

/** Reads the numbers of one poster: all of them, or none. */
export function readScores(
  typed: Typed,
  criteria: readonly Criterion[],
): { scores: Map<string, number> } | { mistakes: ScoreMistakes } {
  const entries = criteria.map((criterion) => {
    return { criterion, text: (typed[fieldOf(criterion)] ?? '').trim() };
  });
  const isEmpty = entries.every(({ text }) => text === '');
  const scores = new Map<string, number>();
  const mistakes: Record<string, 'number' | 'missing'> = {};
  for (const { criterion, text } of isEmpty ? [] : entries) {
    const score = scoreIn(text, criterion.best);
    if (score !== undefined) scores.set(criterion.id, score);
    else mistakes[criterion.id] = text === '' ? 'missing' : 'number';
  }
  return Object.keys(mistakes).length > 0 ? { mistakes } : { scores };
}

type Deps = { db: Db; clock: Clock; newId: NewId };
type Saving = { abstractId: string; seen: string; scores: ReadonlyMap<string, number> };

/** Saves the numbers of a judge for one poster, in place of those that the form was made of. */
export function saveScores(
  deps: Deps,
  judge: PosterJudge,
  { abstractId, seen, scores, criteria }: Saving & { criteria: readonly Criterion[] },
): Promise<Saved> {
  return act({ payments: deps, actor: 'judge' }, async ({ tx, record }) => {
    await lockKey(tx, 'poster-scores');
    const isOwn = (await judgedPosters(tx)).get(judge.id)?.has(abstractId) ?? false;
    if (!isOwn) return 'gone';
    const before = (await listScores(tx)).find(
      (each) => each.abstractId === abstractId && each.judge === judge.name,
    );
    const stored = scoresText(criteria, before?.scores);
    const done = scores.size === 0 ? 'emptied' : 'saved';
    if (stored === scoresText(criteria, scores)) return done;
    if (stored !== seen) return 'changed';
    await putScores(tx, { abstractId, judge: judge.name, scores });
    await record({
      action: 'posters',
      words: `a judge ${done === 'saved' ? 'gives' : 'empties'} scores`,
    });
    return done;
  });
}

/**
 * Gives a poster back, and removes what the judge gave it; or takes that back, without a reason. False if the judge never
 * had it.
 */
export function giveBack(
  deps: Deps,
  judge: PosterJudge,
  { abstractId, reason }: { abstractId: string; reason: GivenBackFor | undefined },
): Promise<boolean> {
  return act({ payments: deps, actor: 'judge' }, async ({ tx, record }) => {
    await lockJudges(tx);
    if (!(await putGivenBack(tx, judge, { abstractId, reason: reason ?? null }))) return false;
    if (reason !== undefined) {
      await putScores(tx, { abstractId, judge: judge.name, scores: new Map() });
    }
    const words = reason === undefined ? 'takes a poster again' : 'gives a poster back';
    await record({ action: 'posters', words: `a judge ${words}` });
    return true;
  });
}

/** Ends the link of a judge whom it did not reach. */
export function refuseLink(deps: Deps, judge: PosterJudge): Promise<void> {
  return act({ payments: deps, actor: 'judge' }, async ({ tx, now, record }) => {
    await lockKey(tx, 'poster-judges');
    if (!(await endJudgeLink(tx, judge, now))) return;
    await record({ action: 'posters', words: 'the link of a judge reached somebody else' });
  });
}
