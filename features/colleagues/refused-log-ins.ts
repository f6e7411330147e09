import { timestamp } from '#server/identity.ts';
import { DAY } from '#contract/time-spans.ts';
import type { ConcernKind } from '#server/operations/concern.ts';

/** More mistakes than people make who have forgotten which finger. */
const MANY = 10;

export const refusedLogIns: ConcernKind = {
  about: 'log-in',
  subject: 'Colleagues',
  title: 'Unusual log-ins to the dashboard',
  async find({ db, clock }) {
    const rows = await db
      .selectFrom('activities')
      .select(['action', 'at', 'who'])
      .where('action', 'in', ['log-in refused', 'log-in alarm'])
      .where('at', '>', timestamp(clock(), -DAY))
      .orderBy('at')
      .execute();
    const command =
      'organiser log has each of them; colleague recover and colleague end end an access';
    const copies = rows.filter(({ action }) => action === 'log-in alarm');
    const found = copies.map(({ at, who }) => ({
      id: `copy-${at}`,
      words: `two devices seem to have one passkey of ${who}, and the second was refused ${at}`,
      command,
    }));
    const [first] = rows;
    if (!first || rows.length < MANY) return found;
    // The day, so that one flood is one alarm.
    const id = `refused-${first.at.slice(0, 10)}`;
    const words = `${MANY} or more log-ins to the dashboard were refused within a day, since ${first.at}`;
    return [...found, { id, words, command }];
  },
};
