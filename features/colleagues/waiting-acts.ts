import type { ConcernKind } from '#server/operations/concern.ts';

/** The weight at the end of a proposal's words is a number of people, this, or else money. */
const TO_PEOPLE = / to \d+ (?:person|people)$/;
export const ABOUT_PRICES = 'with other prices';

type Words = { words: string };

/** Whether the second person of a proposal needs the right to money. */
export function isAboutMoney({ words }: Words): boolean {
  return !TO_PEOPLE.test(words) && !isAboutPrices({ words });
}

/** Whether it needs the right to prices. */
export function isAboutPrices({ words }: Words): boolean {
  return words.endsWith(ABOUT_PRICES);
}

/** An act that waits is seen by whoever may agree to it. */
function waiting(
  subject: 'Money' | 'Mails' | 'Prices',
  isMeant: (proposal: Words) => boolean,
): ConcernKind {
  return {
    about: 'second person',
    subject,
    title: 'An act waits for a second person',
    // It belongs to colleagues, and not to whoever runs the server.
    isTold: false,
    async find({ db }) {
      const rows = await db
        .selectFrom('colleague_proposals')
        .innerJoin('colleagues', 'colleagues.id', 'colleague_proposals.colleague_id')
        .select(['colleague_proposals.id', 'words', 'proposed_at'])
        .where('state', '=', 'OPEN')
        .where('ended_at', 'is', null)
        .orderBy('proposed_at')
        .execute();
      return rows.filter(isMeant).map(({ id, words, proposed_at: at }) => ({
        id,
        words: `${words}, proposed ${at}: somebody else agrees or declines on the page Second person of the dashboard on the web`,
        page: '/second-person',
      }));
    },
  };
}

export const waitingActs = [
  waiting('Money', isAboutMoney),
  waiting('Mails', ({ words }) => TO_PEOPLE.test(words)),
  waiting('Prices', isAboutPrices),
];
