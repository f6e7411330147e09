import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { counted } from '#server/counted.ts';
import { writeXlsx } from '#documents/spreadsheet.ts';
import { NotUnderstood, refuseMistakes } from '#server/operations/plan.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { cannotRead } from '#organiser/given-file.ts';
import { intoNewFile, makeFolderFor, freeNameFor } from '#organiser/new-file.ts';
import { readSheet } from '#organiser/read-sheet.ts';
import { type HallPoster, readHall } from '#features/posters/hall-posters.ts';
import { assignJudges, type Judge } from './judging.ts';
import {
  judgeColumns,
  judgeKey,
  judgeWorkbook,
  readJudges,
  returnedColumns,
} from './judge-sheets.ts';
import {
  type GivenScores,
  judgingOf,
  NOBODY_JUDGES,
  planForgetting,
  planResults,
} from './plan-results.ts';
import { judgedPosters, listJudges, postersGivenBack } from './judges.ts';
import { planJudgeLink, planJudgePages } from './plan-judge-pages.ts';
import { type PosterToJudge, postersToJudge } from './posters-to-judge.ts';
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
    const posters = await numberedPosters(context);
    const { db } = context.payments;
    const known = await listJudges(db);
    const ids = new Map(known.map(({ name, id }) => [judgeKey(name), id]));
    const own = await judgedPosters(db);
    const isOwn = ({ name }: Judge, { abstractId }: PosterToJudge) =>
      own.get(ids.get(judgeKey(name)) ?? '')?.has(abstractId) ?? false;
    const listed = new Set(all.map(({ name }) => judgeKey(name)));
    // A judge with a page has the same posters on paper, and the others those that lack judges.
    const { assigned, short } = assignJudges(
      [...all, ...known.filter(({ name }) => !listed.has(judgeKey(name)))],
      posters,
      rules.judges,
      {
        keeps: isOwn,
        isExcluded: (judge, poster) => ids.has(judgeKey(judge.name)) && !isOwn(judge, poster),
      },
    );
    await makeFolderFor(folder);
    const names = new Set<string>();
    for (const judge of all) {
      const given = assigned.get(judge) ?? [];
      if (given.length === 0) {
        await print(`${judge.name}: no poster that lacks a judge\n`);
        continue;
      }
      const name = freeNameFor(judge.name, 'Judge', names);
      await intoNewFile(join(folder, `${name}.xlsx`), (draft) =>
        writeXlsx(draft, judgeWorkbook(rules.criteria, judge, given, content.yourAbstract.judging)),
      );
      await print(`${join(folder, `${name}.xlsx`)}: ${counted(given.length, 'poster')}\n`);
    }
    for (const note of notes) await print(`${note}\n`);
    if (short.length === 0) return 0;
    const numbers = short.map(({ number }) => number).join(', ');
    await print(`Fewer than ${counted(rules.judges, 'judge')}: ${numbers}.\n`);
    return 1;
  },
});

/** The posters with numbers; without any nobody judges. */
async function numberedPosters({ payments: { db }, content }: CommandContext) {
  const posters = await postersToJudge(db, content);
  if (posters.length > 0) return posters;
  throw new CommandError('No poster has a number: `agenda --number-posters` gives them.');
}

const pages = command({
  name: 'posters',
  when: '--judge-pages',
  id: 'judge-pages',
  title: 'Pages of judges',
  summary:
    'Makes a page for each judge in a sheet, where the judge types the numbers on a phone, and mails its link. The posters are divided as for sheets, and a second run adds judges and posters.',
  subject: 'Programme',
  fields: {
    sheet: field('sheet', '--judge-pages JUDGES.xlsx', 'Sheet of judges', {
      hint: 'with the columns Name, Email and Institute',
    }),
    isQuiet: field('flag', '--yes', 'Make the pages, and write to no judge', {
      confirms: 'make the pages without mails',
    }),
  },
  asksProviders: false,
  async plan(context, { sheet, isQuiet }) {
    judgingOf(context.content.conference.abstracts);
    const { rows } = await readSheet(sheet, judgeColumns);
    const { judges: all, mistakes } = readJudges(rows);
    refuseMistakes(mistakes);
    await numberedPosters(context);
    return planJudgePages(context, { judges: all, isSending: !isQuiet });
  },
  confirm: '--send',
});

const link = command({
  name: 'posters',
  when: '--judge-link',
  id: 'judge-link',
  title: 'Another link for a judge',
  summary: 'Ends the link of a judge, which somebody else may have, and makes another one.',
  subject: 'Programme',
  fields: { name: field('text', '--judge-link "NAME"', 'Name of the judge') },
  asksProviders: false,
  plan: (context, { name }) => planJudgeLink(context, name),
  confirm: '--send',
});

const progress = command({
  name: 'posters',
  when: '--judging',
  id: 'judging',
  title: 'Progress of judges',
  summary:
    'Lists the judges with pages, how many of their posters they have judged, and which they gave back.',
  subject: 'Programme',
  async report({ payments: { db }, content }) {
    const posters = await judgedPosters(db);
    const left = await postersGivenBack(db);
    const hall = await postersToJudge(db, content);
    const scores = await listScores(db);
    const facts = (await listJudges(db)).map(({ id, name, email, refusedAt }) => {
      const own = posters.get(id) ?? new Set();
      const judged = scores.filter(
        ({ judge, abstractId }) => judge === name && own.has(abstractId),
      );
      const givenBack = hall
        .filter(({ abstractId }) => left.get(id)?.has(abstractId))
        .map(({ number }) => number);
      const isEnded = refusedAt !== undefined;
      return { name, email, posters: own.size, judged: judged.length, givenBack, isEnded };
    });
    return {
      facts,
      lines: facts.map(({ name, email, posters: count, judged, givenBack, isEnded }) =>
        [
          `${name}: ${judged} of ${counted(count, 'poster')}`,
          ...(email === '' ? [] : [email]),
          ...(givenBack.length === 0 ? [] : [`gave back ${givenBack.join(' ')}`]),
          ...(isEnded ? ['link ended'] : []),
        ].join(', '),
      ),
      none: 'No judge has a page: `posters --judge-pages` makes them.',
    };
  },
});

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
    const { conference, yourAbstract } = context.content;
    const { criteria } = judgingOf(conference.abstracts);
    const columns = returnedColumns(criteria, yourAbstract.judging);
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

export const commands: readonly Command[] = [
  judges,
  pages,
  link,
  progress,
  results,
  prizes,
  forget,
];
