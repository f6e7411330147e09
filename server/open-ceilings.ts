import type { Mails } from '#contract/content/mails-shape.ts';
import { countAbstracts } from './abstract/abstracts.ts';
import { type Db, inTransaction } from './database/database.ts';
import type { Checks } from './http/health.ts';
import { type Bound, type Ceiling, ceilingOf } from './http/ceiling.ts';
import { type Clock, type NewId, timestamp } from './identity.ts';
import type { Message } from './mail/message.ts';
import { countSent, postMessage } from './mail/outbox.ts';
import { onStationery, type Stationery } from './mail/stationery.ts';
import { countBegun } from './payments/payment-records.ts';

/** What has a ceiling; the words of the content say what it means to the organiser. */
export type Costly = keyof Mails['ceilingReached']['of'];
export type Ceilings = Record<Costly, Ceiling>;

type CeilingParts = {
  db: Db;
  /** The most of each; Infinity where there is no ceiling. Bytes, and otherwise numbers. */
  most: Record<Costly, number>;
  clock: Clock;
  newId: NewId;
  stationery: Stationery;
  alarm: (message: string, details: Record<string, string>) => void;
};

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** The ceilings of this server. Reaching one is an alarm in the log, and once a day a letter to the secretary. */
export function openCeilings({ db, most, clock, ...parts }: CeilingParts): Ceilings {
  const bounds: Record<Costly, Omit<Bound, 'most'>> = {
    payments: { withinMs: HOUR, count: (since) => countBegun(db, since) },
    mails: { withinMs: HOUR, count: (since) => countSent(db, since) },
    uploads: {
      withinMs: HOUR,
      count: async (since) => (await countAbstracts(db, since)).count,
    },
    uploadBytes: {
      withinMs: DAY,
      count: async (since) => (await countAbstracts(db, since)).bytes,
    },
  };
  const open = (costly: Costly) =>
    ceilingOf({ ...bounds[costly], most: most[costly] }, clock, async () => {
      parts.alarm('a ceiling is reached: what goes beyond it is refused or waits', {
        ceiling: costly,
        most: String(most[costly]),
      });
      await writeToSecretary(costly).catch((cause: unknown) => {
        parts.alarm('the letter about a ceiling could not be written', { ceiling: costly });
        throw cause;
      });
    });

  /** By its key one letter a day, whichever server comes first. */
  async function writeToSecretary(costly: Costly): Promise<void> {
    const { stationery, newId } = parts;
    const { subject, of, next } = stationery.words.ceilingReached;
    const now = clock();
    const letter: Message = {
      key: `ceiling-reached:${costly}:${timestamp(now).slice(0, 10)}`,
      kind: 'ceiling-reached-for-secretary',
      recipient: stationery.conference.secretary.email,
      ...onStationery(stationery, {
        subject,
        paragraphs: [of[costly], next],
        facts: [],
        isAboutMoney: false,
      }),
    };
    await inTransaction(db, (tx) => postMessage(tx, letter, newId(), now));
  }

  return {
    payments: open('payments'),
    mails: open('mails'),
    uploads: open('uploads'),
    uploadBytes: open('uploadBytes'),
  };
}

/** Each of readiness, by its name: well while there is room. */
export function roomChecks(ceilings: Ceilings): Checks {
  const entries = Object.entries(ceilings).map(([costly, { level }]) => {
    const hasRoom = async () => {
      const now = await level();
      return now === undefined || now.count < now.most;
    };
    return [`${costly}Ceiling`, hasRoom] as const;
  });
  return Object.fromEntries(entries);
}

/** The count and the most of each, by names of the metrics. */
export async function ceilingGauges(ceilings: Ceilings): Promise<Record<string, number>> {
  const gauges: Record<string, number> = {};
  for (const [costly, { level }] of Object.entries(ceilings)) {
    const now = await level().catch(() => undefined);
    if (!now) continue;
    const name = `ceiling_${costly.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    gauges[`${name}_count`] = now.count;
    gauges[`${name}_most`] = now.most;
  }
  return gauges;
}
