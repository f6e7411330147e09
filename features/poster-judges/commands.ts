import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { counted } from '#server/counted.ts';
import { writeXlsx } from '#documents/spreadsheet.ts';
import { NotUnderstood, refuseMistakes } from '#server/operations/plan.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { cannotRead } from '#organiser/given-file.ts';
import { intoNewFile, makeFolderFor, freeNameFor } from '#organiser/new-file.ts';
import { readSheet } from '#organiser/read-sheet.ts';
import { type HallPoster, readHall } from '#features/posters/hall-posters.ts';
import { assignJudges } from './judging.ts';
import { judgeColumns, judgeWorkbook, readJudges, returnedColumns } from './judge-sheets.ts';
import {
  type GivenScores,
  judgingOf,
  NOBODY_JUDGES,
  planForgetting,
  planResults,
} from './plan-results.ts';
import { boardWords } from '#features/posters/poster-boards.ts';
import { listScores, rank } from './poster-scores.ts';

const judges = command({
  name: 'posters',
  when: '--judges',
  summary:
    'Writes a sheet for each judge: the numbers, titles and boards of some posters without their authors, and a column for each criterion. Nobody judges a poster of the own institute.',
  exitsWith1: 'if a poster has too few judges',
  notOffered: 'A browser downloads one file, and each judge has a sheet.',
  fields: {
    folder: field('path', '--judges FOLDER', 'Folder'),
    sheet: field('sheet', '--of JUDGES.xlsx', 'Sheet of judges', {
      hint: 'with the columns Name, Email and Institute',
    }),
  },
  async work(context, { folder, sheet }, print) {
    const { content } = context;
    const rules = judgingOf(content.conference.abstracts);
    if (existsSync(folder)) {
      throw new CommandError(`${folder} exists already: please choose another folder.`);
    }
    const { rows, notes } = await readSheet(sheet, judgeColumns);
    const { judges: all, mistakes } = readJudges(rows);
    refuseMistakes(mistakes);
    if (all.length === 0) throw new CommandError('The sheet names no judge.');
    const posters = await judgedPosters(context);
    const { assigned, short } = assignJudges(all, posters, rules.judges);
    await makeFolderFor(folder);
    const names = new Set<string>();
    for (const [judge, own] of assigned) {
      if (own.length === 0) continue;
      const name = freeNameFor(judge.name, 'Judge', names);
      await intoNewFile(join(folder, `${name}.xlsx`), (draft) =>
        writeXlsx(draft, judgeWorkbook(rules.criteria, judge, own)),
      );
      await print(`${join(folder, `${name}.xlsx`)}: ${counted(own.length, 'poster')}\n`);
    }
    for (const note of notes) await print(`${note}\n`);
    if (short.length === 0) return 0;
    const numbers = short.map(({ number }) => number).join(', ');
    await print(`Fewer than ${counted(rules.judges, 'judge')}: ${numbers}.\n`);
    return 1;
  },
});

/** The posters of the hall as judges see them, and what decides who may judge them. */
async function judgedPosters({ payments: { db }, content }: CommandContext) {
  const { posters } = await readHall(db, content);
  if (posters.length === 0) {
    throw new CommandError('No poster has a number: `agenda --number-posters` gives them.');
  }
  const abstracts = new Map((await listAbstracts(db)).map((each) => [each.id, each]));
  const authors = await authorsByAbstract(db);
  return posters.flatMap(({ abstractId, number, title, sessionId, board }) => {
    const abstract = abstracts.get(abstractId);
    if (!abstract) return [];
    const topic = titlesOf(content, { sessionId, interestedInId: '' }).session;
    const place = board ? boardWords(content, board) : '';
    const people = { email: abstract.email, authors: authorsOf(abstract, authors) };
    return [{ number, title, topic, board: place, ...people }];
  });
}

const results = command({
  name: 'posters',
  when: '--results',
  id: 'poster-results',
  title: 'Scores of judges',
  summary:
    'Records the scores in the returned sheets of judges, or in folders of them. A row has all scores or none; with a mistake in any row nothing is recorded.',
  subject: 'Programme',
  fields: {
    files: field('sheet', 'FILE.xlsx|FOLDER', 'Returned sheets', { many: true }),
  },
  asksProviders: false,
  async plan(context, { files }) {
    const { criteria } = judgingOf(context.content.conference.abstracts);
    const columns = returnedColumns(criteria);
    const sheets: GivenScores[] = [];
    for (const path of await sheetsIn(files)) {
      const { rows } = await readSheet(path, columns);
      sheets.push({ name: basename(path), rows });
    }
    return planResults(context, sheets);
  },
});

/** The sheets among files and in folders. Lock files of programs are none. */
async function sheetsIn(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isFolder = (await stat(path).catch(cannotRead(path))).isDirectory();
    if (!isFolder) found.push(path);
    else {
      const names = (await readdir(path)).filter((name) => /^[^.~].*\.(?:xlsx|csv)$/i.test(name));
      found.push(...names.toSorted().map((name) => join(path, name)));
    }
  }
  if (found.length === 0) throw new NotUnderstood('Please name the returned sheets.');
  return found;
}

const prizes = command({
  name: 'posters',
  when: '--prizes',
  id: 'poster-prizes',
  title: 'Prizes for posters',
  summary:
    'Lists the judged posters by the mean of their judges. Posters with the same mean have the same place, and a tie about a prize is named.',
  subject: 'Programme',
  async report({ payments: { db }, content }) {
    const rules = content.conference.abstracts.posters?.judging;
    if (!rules) return { facts: [], lines: [], none: NOBODY_JUDGES };
    const { posters } = await readHall(db, content);
    const scores = await listScores(db);
    const judged = posters.map((poster) => {
      const own = scores.filter(({ abstractId }) => abstractId === poster.abstractId);
      const sum = own.flatMap((each) => [...each.scores.values()]).reduce((a, b) => a + b, 0);
      return { poster, sum, judges: own.length };
    });
    const ranked = rank(judged);
    const facts = ranked.map(({ poster, sum, judges: count, place, isTied }) => {
      const { number, reference, title, presenters } = poster;
      const mean = Math.round((sum / count) * 100) / 100;
      const about = { place, isTied, number, reference, title, presenters };
      return { ...about, sum, judges: count, mean };
    });
    const left = judged.filter(({ judges: count }) => count === 0).map(({ poster }) => poster);
    return {
      facts,
      lines: [
        ...facts.map(
          (each) =>
            `${each.place}${each.isTied ? ' (tied)' : ''}  ${each.number}  ${each.title}, ${each.presenters}: mean ${each.mean} of ${counted(each.judges, 'judge')}${each.judges < rules.judges ? `, ${rules.judges} were wanted` : ''}`,
        ),
        ...tieWords(ranked, rules.prizes),
        ...(facts.length === 0 ? [] : notJudged(left)),
      ],
      none: 'No poster is judged yet: `posters --results` reads the sheets.',
    };
  },
});

/** The posters among which a person has to decide, because there are fewer prizes than they need. */
function tieWords(
  ranked: readonly { place: number; isTied: boolean; poster: HallPoster }[],
  count: number,
): string[] {
  const winners = ranked.filter(({ place }) => place <= count);
  const last = winners.at(-1)?.place;
  if (winners.length <= count || last === undefined) return [];
  const tied = winners.filter(({ place }) => place === last).map(({ poster }) => poster.number);
  const prizesLeft = count - (winners.length - tied.length);
  return [
    `A tie decides about ${counted(prizesLeft, 'prize')}: ${tied.join(', ')} have the same mean. Please let the judges choose.`,
  ];
}

function notJudged(left: readonly HallPoster[]): string[] {
  if (left.length === 0) return [];
  return [`Not judged: ${left.map(({ number }) => number).join(', ')}.`];
}

const forget = command({
  name: 'posters',
  when: '--forget-judge',
  id: 'forget-judge',
  isEnding: true,
  title: 'Remove the name of a judge',
  summary: 'Replaces the name of a judge, who asks for it, by a number. The scores stay.',
  subject: 'Programme',
  fields: { name: field('text', '--forget-judge "NAME"', 'Name of the judge') },
  asksProviders: false,
  plan: (context, { name }) => planForgetting(context, name),
});

export const commands: readonly Command[] = [judges, results, prizes, forget];
