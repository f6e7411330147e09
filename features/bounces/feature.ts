import { MINUTE } from '#contract/time-spans.ts';
import type { Feature } from '#server/features.ts';
import { aboutPeople } from './about-people.ts';
import { returnedMails, unreadMailbox } from './bounce-concerns.ts';
import { isSuppressed } from './bounces.ts';
import { bouncesList } from './bounces-list.ts';
import { bounceKey, returnAddress } from './return-address.ts';
import { bounceTables } from './tables.ts';

export const bounces: Feature = {
  name: 'bounces',
  commands: () => import('./commands.ts'),
  data: { tables: bounceTables },
  mails: {
    isSuppressed,
    async returnAddresses(db, { BOUNCE_ADDRESS: pattern }) {
      if (pattern === undefined) return undefined;
      const key = await bounceKey(db);
      return (id) => returnAddress(pattern, key, id);
    },
  },
  watch: {
    people: aboutPeople,
    concerns: [returnedMails, unreadMailbox],
    lists: [bouncesList],
    jobs: [
      {
        name: 'bounces',
        everyMs: 2 * MINUTE,
        isNeeded: ({ env }) => env.BOUNCE_IMAP_URL !== undefined,
        async run({ context: { db, clock }, env }, signal) {
          // Servers without the mailbox do not load the packages for it.
          const { readMailbox } = await import('./read-mailbox.ts');
          await readMailbox({ db, clock, env }, signal);
        },
        failed: 'the mailbox of returned mails could not be read',
      },
    ],
  },
};
