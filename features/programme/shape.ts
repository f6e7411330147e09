import * as z from 'zod/mini';
import { text } from '#contract/content/content-fields.ts';
import type { ContentToCheck, FeatureTexts, TextMistake } from '#contract/content/feature-texts.ts';
import type { Words } from '#contract/content/shapes/words-shape.ts';
import { posterRanges } from './poster-sessions.ts';

const en = {
  mails: {
    // The programme committee's decision about an abstract. The link leads to a page where the author answers.
    abstractAccepted: {
      subject: 'Your abstract is accepted',
      paragraphs: [
        'Congratulations. The programme committee has accepted your abstract.',
        'Please tell us with the link below whether you will present it. You can change your answer until the day below.',
      ],
      button: 'Answer',
    },
    // After the acceptance, if its presentation, its time or place, its number or the comment is another one.
    abstractChangedSlot: {
      subject: 'News about your accepted abstract',
      paragraphs: [
        'The presentation, the time or place, the number of the poster or the comments below are new, and replace those in our last mail. Your abstract stays accepted, and so does your answer.',
        'Please tell us with the link below if you cannot present it like this.',
      ],
      button: 'Open your abstract',
    },
    abstractRejected: {
      subject: 'Decision about your abstract',
      paragraphs: [
        'Thank you for your abstract. The committee received more abstracts than it could accept. We are sorry that yours is not among those selected.',
        'You are welcome to take part without a presentation.',
      ],
    },
    // The committee decides after it has seen a better version. The link leads to the page where the author sends it.
    abstractToRevise: {
      subject: 'Please revise your abstract',
      paragraphs: [
        'The programme committee would like to see a revised version of your abstract before it decides.',
        'Please send the new file with the link below before the deadline. The committee will look at it again, and then decide.',
      ],
      button: 'Send the revised version',
    },
  },
};

/** The posters that are presented in an item: `all`, topics of sessions.yaml, and numbers such as P01–P40. */
const Posters = z.optional(text);

export const programmeTexts: FeatureTexts = {
  sentences: en,
  shapes: { agendaItem: { posters: Posters } },
  facts: { agenda: ['posters'] },
  mistakes: wrongPosters,
};

function wrongPosters({ agenda, sessions }: ContentToCheck): TextMistake[] {
  const topics = sessions?.sessions.map(({ id }) => id) ?? [];
  return agenda.days.flatMap(({ items }, day) =>
    items.flatMap(({ posters = 'all' }, at) =>
      posterRanges(posters, topics).flatMap(({ part, range }): TextMistake[] =>
        range
          ? []
          : [
              {
                path: ['agenda', 'days', day, 'items', at, 'posters'],
                input: posters,
                message: `"${part}" is neither all, nor the id of a session in sessions.yaml, nor numbers such as P01–P40`,
              },
            ],
      ),
    ),
  );
}

type Mails = Words<typeof en.mails>;
declare module '#contract/content/feature-texts.ts' {
  interface AddedToMails extends Mails {}
  interface AddedToAgendaItem {
    posters?: z.output<typeof Posters>;
  }
}
