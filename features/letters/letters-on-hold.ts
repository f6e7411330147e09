import { counted } from '#server/counted.ts';
import { findHold } from '#server/mail/hold.ts';
import type { ConcernKind } from '#server/operations/concern.ts';
import { listWaiting } from '#server/mail/waiting-mails.ts';

export const lettersOnHold: ConcernKind = {
  about: 'mails',
  subject: 'Mails',
  title: 'A letter is on hold',
  isTold: false,
  find: async ({ db }) => {
    if ((await findHold(db)) === undefined) return [];
    return (await listWaiting(db, [])).flatMap(({ letter, count }) =>
      letter === undefined
        ? []
        : {
            id: letter.subject,
            words: `the letter “${letter.subject}” is on hold, with ${counted(count, 'mail')}`,
            page: '/mails?state=WAITING',
            action: { name: 'discard-letter', request: { letter: letter.id } },
            command: `organiser mails --discard ${letter.id.slice(0, 8)} discards it`,
          },
    );
  },
};
