import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { gauge, type Metrics } from '#server/http/metric-lines.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { countUploads } from '#server/files/upload-counts.ts';
import type { Checks } from '#server/http/monitoring.ts';
import { type Bound, type Quota, createQuota } from '#server/http/quota.ts';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { countSent, postMessages } from '#server/mail/outbox.ts';
import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import { countBegun } from '#server/payments/payments.ts';

/** The things that have a quota; mails.yaml explains each to the organiser. */
export type Costly = keyof Mails['quotaReached']['of'];
export type Quotas = Record<Costly, Quota>;

type QuotaDeps = {
  db: Db;
  /** The limit of each, in bytes for `uploadBytes`; Infinity: no quota. */
  most: Record<Costly, number>;
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  alarm: (message: string, details: Record<string, string>) => void;
};

/** The quotas of this server. A reached quota causes an alarm in the log and, once a day, a mail to the secretary. */
export function createQuotas({ db, most, clock, ...deps }: QuotaDeps): Quotas {
  const bounds: Record<Costly, Omit<Bound, 'most'>> = {
    payments: { withinMs: HOUR, count: (since) => countBegun(db, since) },
    mails: { withinMs: HOUR, count: (since) => countSent(db, since) },
    uploads: {
      withinMs: HOUR,
      count: async (since) => (await countUploads(db, since)).count,
    },
    uploadBytes: {
      withinMs: DAY,
      count: async (since) => (await countUploads(db, since)).bytes,
    },
  };
  const open = (costly: Costly) =>
    createQuota({ ...bounds[costly], most: most[costly] }, clock, async () => {
      deps.alarm('a quota is reached: everything above it is refused or waits', {
        quota: costly,
        most: String(most[costly]),
      });
      await writeToSecretary(costly).catch((cause: unknown) => {
        deps.alarm('the mail about a quota could not be written', { quota: costly });
        throw cause;
      });
    });

  /** The date in the mail's key allows one mail a day, even with several servers. */
  async function writeToSecretary(costly: Costly): Promise<void> {
    const { mailLayout, newId } = deps;
    const { subject, of, next } = mailLayout.words.quotaReached;
    const mail = composeMail(mailLayout, {
      kind: 'quota-reached',
      event: `${costly}:${timestamp(clock()).slice(0, 10)}`,
      text: { subject, paragraphs: [of[costly], next] },
    });
    await inTransaction(db, (tx) => postMessages(tx, { newId, clock }, mail));
  }

  return {
    payments: open('payments'),
    mails: open('mails'),
    uploads: open('uploads'),
    uploadBytes: open('uploadBytes'),
  };
}

/** Letters to many people use at most half of an hour's mails. */
function lettersPerHour(mailsPerHour: number): number {
  return Math.max(1, Math.floor(mailsPerHour / 2));
}

/** The sentence about when so many letters are out; `waiting` mails go before them. */
export function durationWords(count: number, waiting: number, mailsPerHour: number): string {
  if (mailsPerHour === Infinity) return 'They are sent at once.';
  const most = lettersPerHour(mailsPerHour);
  const hours = Math.ceil((count + waiting) / most);
  const words = hours <= 1 ? 'within an hour' : `within about ${hours} hours`;
  return `At most ${most} letters go out in an hour (half of MAILS_PER_HOUR), so all are out ${words}.`;
}

export async function hasRoomForLetters({ mails }: Pick<Quotas, 'mails'>): Promise<boolean> {
  const now = await mails.level();
  return now === undefined || now.count < lettersPerHour(now.most);
}

/** A readiness check for each quota: it passes while the quota has room. */
export function roomChecks(quotas: Quotas): Checks {
  const entries = Object.entries(quotas).map(([costly, { level }]) => {
    const hasRoom = async () => {
      const now = await level();
      return now === undefined || now.count < now.most;
    };
    return [`${costly}Quota`, hasRoom] as const;
  });
  return Object.fromEntries(entries);
}

/** How much of each quota is used, by the names of the metrics. */
export async function quotaMetrics(quotas: Quotas): Promise<Metrics> {
  const used: Record<string, number> = {};
  const limit: Record<string, number> = {};
  for (const [costly, { level }] of Object.entries(quotas)) {
    const now = await level().catch(() => undefined);
    if (!now) continue;
    const name = costly.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    used[name] = now.count;
    limit[name] = now.most;
  }
  return {
    plenary_quota_used: gauge('Used part of each quota.', { label: 'quota', values: used }),
    plenary_quota_limit: gauge('Limit of each quota.', { label: 'quota', values: limit }),
  };
}
