import type { Concern } from '#server/operations/alarms.ts';
import type { Db } from '#server/database/database.ts';
import { findHold } from '#server/mail/hold.ts';
import { listWaiting } from '#server/letters/waiting-mails.ts';
import type { CommandContext } from '../command-context.ts';
import { readReport } from '../doctor.ts';

/** What doctor found, with the page that shows more of it and the action that may end it. */
export type Thing = Concern & {
  /** Of the dashboard: /people/… */
  page: string | undefined;
  action: { name: string; request: Record<string, string> } | undefined;
};

export async function thingsToDo(context: CommandContext): Promise<Thing[]> {
  const { concerns } = await readReport(context);
  return [
    ...concerns.map((concern) => ({
      ...concern,
      page: pageOf(concern),
      action: actionOf(concern),
    })),
    ...(await heldLetters(context.payments.db)),
  ];
}

/** Each letter that organisers keep from going out; a wrong one is discarded. */
async function heldLetters(db: Db): Promise<Thing[]> {
  if ((await findHold(db)) === undefined) return [];
  return (await listWaiting(db, [])).flatMap(({ letter, count }) =>
    letter === undefined
      ? []
      : {
          about: 'mails',
          id: letter.subject,
          words: `${count} of this letter wait`,
          page: '/mails?state=WAITING',
          action: { name: 'discard-letter', request: { letter: letter.id } },
        },
  );
}

function actionOf({ about, id, settles }: Concern): Thing['action'] {
  if (settles !== undefined) return { name: 'settle', request: { id: settles } };
  if (about === 'mails') {
    return { name: isHeld(id) ? 'release-mails' : 'retry-mails', request: {} };
  }
  return about === 'refund' ? { name: 'take-refund-back', request: { id } } : undefined;
}

/** Whether it is about mails that organisers hold, all or letters. */
function isHeld(id: string): boolean {
  return id === 'all' || id === 'letters';
}

function pageOf({ about, id, reference }: Concern): string | undefined {
  if (about === 'abstract') return `/abstracts/${id}`;
  if (about === 'mails') return `/mails?state=${isHeld(id) ? 'WAITING' : 'GIVEN_UP'}`;
  if (about === 'order') return `/people/${id}`;
  return reference && `/people/${reference}`;
}
