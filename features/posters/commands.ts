import { acceptedContributions } from '#features/programme/accepted-contributions.ts';
import { isPoster, slotWords } from '#features/programme/slots.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { ABSTRACT } from '#organiser/fields.ts';
import { filePlaces } from '#organiser/given-document.ts';
import { planPosterTakedown } from './plan-poster-takedown.ts';
import { boardsByNumber, boardWords, posterNumbers } from './poster-boards.ts';
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
  },
  asksProviders: false,
  plan: async (context, request) => planPosterTakedown(context, await filePlaces(context), request),
});

export const commands: readonly Command[] = [posters, takeDown];
