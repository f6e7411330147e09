import { dayOf } from '#contract/content/calendar-days.ts';
import { acceptedContributions } from '#features/programme/accepted-contributions.ts';
import { isPoster, slotWords } from '#features/programme/slots.ts';
import { type Command, command, field, type Print } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { ABSTRACT, WITHOUT_MAIL } from '#organiser/fields.ts';
import { filePlaces } from '#organiser/given-document.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { readHall } from './hall-posters.ts';
import { makeLabels, makeWallPlan } from './hall-prints.ts';
import { planPosterTakedown } from './plan-poster-takedown.ts';
import { boardsByNumber, boardsOf, boardWords, posterNumbers } from './poster-boards.ts';
import { listPosters, picturesByAbstract, type Poster } from './posters.ts';

const posters = command({
  name: 'posters',
  before: 'report',
  title: 'Posters',
  summary:
    'Lists the accepted posters with their numbers and boards, the files and videos that their authors sent, and whether there is a picture.',
  subject: 'Programme',
  async report({ payments: { db }, content }) {
    const kept = new Map((await listPosters(db)).map((each) => [each.abstractId, each]));
    const pictures = await picturesByAbstract(db);
    const { walls = [] } = content.conference.abstracts.posters ?? {};
    const boards = boardsByNumber({ walls }, await posterNumbers(db));
    const accepted = await acceptedContributions(db);
    const facts = [];
    for (const { abstract, decision, title } of accepted) {
      if (abstract.withdrawnAt !== undefined || !isPoster(decision)) continue;
      const board = boards.get(decision.number ?? '');
      const poster = kept.get(abstract.id);
      facts.push({
        reference: abstract.reference,
        number: decision.number,
        board: board && boardWords(content, board),
        title,
        file: poster?.file?.fileName,
        scan: poster?.file?.scan,
        picture: pictureOf(poster, pictures.has(abstract.id)),
        video: poster?.videoUrl,
        licence: poster?.file?.licence,
        sentAt: poster?.sentAt,
        takenDownAt: poster?.takenDownAt,
      });
    }
    return {
      facts,
      lines: facts.map(({ reference, number, board, title, file, picture, video, takenDownAt }) =>
        [
          `${reference}  ${number === undefined ? 'no number' : slotWords({ number })}  ${title}`,
          ...(board === undefined ? [] : [board]),
          takenDownAt === undefined ? (file ?? 'no file') : 'taken down',
          ...(picture === undefined ? [] : [picture]),
          ...(video === undefined ? [] : [video]),
        ].join(', '),
      ),
      none: 'No poster is accepted.',
    };
  },
});

function pictureOf(poster: Poster | undefined, isThere: boolean): string | undefined {
  if (!poster?.file || isThere) return undefined;
  return poster.previewDueAt === undefined ? 'no picture' : 'its picture is being made';
}

const takeDown = command({
  name: 'posters',
  when: '--take-down',
  id: 'take-poster-down',
  isEnding: true,
  title: 'Take down a poster',
  summary:
    'Takes a poster and its video down, and deletes the files. The page of the contribution stays, and the author reads your reason.',
  subject: 'Programme',
  fields: {
    reference: ABSTRACT,
    reason: field('text', '--reason "SENTENCE"', 'Reason, which the author reads'),
    isQuiet: WITHOUT_MAIL,
  },
  asksProviders: false,
  plan: async (context, request) => planPosterTakedown(context, await filePlaces(context), request),
  confirm: '--send',
});

const plan = command({
  name: 'posters',
  when: '--plan',
  id: 'poster-plan',
  title: 'Plan of the hall',
  summary:
    'Writes the plan of the hall as PDF: each wall with its boards, and the number, title and presenters of the poster there.',
  exitsWith1: 'if a poster has no number or no board',
  subject: 'Programme',
  fields: {
    path: field('file', '--plan FILE.pdf', 'File', { endings: ['.pdf'] }),
    paper: field('choice', '--paper', 'Paper', {
      choices: [
        { value: 'a3', label: 'A3' },
        { value: 'a4', label: 'A4' },
      ],
      otherwise: 'A3',
    }),
  },
  async work(context, { path, paper = 'a3' }, print) {
    const { content } = context;
    const { walls = [] } = content.conference.abstracts.posters ?? {};
    if (walls.length === 0) {
      throw new CommandError(
        'The hall has no boards: they are `walls` below `posters` in conference.yaml.',
      );
    }
    const { posters: all, unnumbered } = await hallOf(context);
    await writeNewFile(
      path,
      await makeWallPlan(content, { posters: all, date: today(context), paper }),
    );
    const places = boardsOf({ walls }).length;
    const left = all.filter(({ board }) => board === undefined);
    await print(`${path}: posters: ${all.length - left.length}, places: ${places}.\n`);
    if (left.length > 0) {
      await print(`Without a board: ${left.map(({ number }) => number).join(', ')}.\n`);
    }
    await printUnnumbered(unnumbered, print);
    return left.length > 0 || unnumbered > 0 ? 1 : 0;
  },
});

const labels = command({
  name: 'posters',
  when: '--labels',
  id: 'poster-labels',
  title: 'Labels for posters',
  summary:
    'Writes a large label for each poster as PDF, two on a page of A4: number, title, presenters and board.',
  exitsWith1: 'if a poster has no number',
  subject: 'Programme',
  fields: { path: field('file', '--labels FILE.pdf', 'File', { endings: ['.pdf'] }) },
  async work(context, { path }, print) {
    const { posters: all, unnumbered } = await hallOf(context);
    await writeNewFile(
      path,
      await makeLabels(context.content, { posters: all, date: today(context) }),
    );
    await print(`${path}: labels: ${all.length}, pages: ${Math.ceil(all.length / 2)}.\n`);
    await printUnnumbered(unnumbered, print);
    return unnumbered > 0 ? 1 : 0;
  },
});

/** The numbered posters; without any there is nothing to print. */
async function hallOf({ payments: { db }, content }: CommandContext) {
  const hall = await readHall(db, content);
  if (hall.posters.length === 0) {
    throw new CommandError('No poster has a number: `agenda --number-posters` gives them.');
  }
  return hall;
}

async function printUnnumbered(count: number, print: Print): Promise<void> {
  if (count === 0) return;
  await print(`Posters without a number: ${count}. \`agenda --number-posters\` gives them.\n`);
}

function today({ payments, content }: CommandContext): string {
  return dayOf(payments.clock(), content.conference.dates.timezone);
}

export const commands: readonly Command[] = [posters, plan, labels, takeDown];
