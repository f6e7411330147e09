import type { Content } from '#contract/content.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { lastDigestTime } from '#server/mail/digest-times.ts';
import { type MailLayout, composeMail } from '#server/mail/mail-layout.ts';
import { isWritten, postMessages } from '#server/mail/outbox.ts';
import type { DateRange } from './date-range.ts';
import { type Figures, figuresOf } from './figures.ts';
import { reportPage } from './report.ts';
import { clockAt } from './wall-clock.ts';

export type ReportDeps = {
  db: Db;
  content: Content;
  mailLayout: MailLayout;
  clock: Clock;
  newId: NewId;
};

/**
 * Mails the weekly report to the secretary, on Mondays at 07:00 in the time zone of the conference, if content/ asks
 * for it. The mail's key is unique, so that several servers send one report. If no server ran on a Monday, this week
 * has no report, and neither has a week before anybody registered, sent an abstract or paid.
 */
export async function writeWeeklyReport(deps: ReportDeps): Promise<boolean> {
  const { db, content, mailLayout, clock } = deps;
  const { words, conference } = mailLayout;
  if (words.report === 'off') return false;
  const now = clock();
  const due = lastMonday(conference.dates.timezone, now);
  if (now.getTime() - due.getTime() > DAY) return false;
  const event = timestamp(due).slice(0, 13);
  if (await isWritten(db, `report:${event}`)) return false;
  const figures = await figuresOf(db, content);
  if (figures.days.length === 0 && figures.totals.abstracts === 0) return false;
  const report = pageOf(content, figures, { now, isTest: mailLayout.isTest });
  const mail = composeMail(mailLayout, {
    kind: 'report',
    event,
    text: words.reportMail,
    attachments: [{ fileName: 'report.html', type: 'text/html; charset=utf-8', content: report }],
  });
  await inTransaction(db, (tx) => postMessages(tx, deps, mail));
  return true;
}

/** The report with the present numbers, or with those of a range of time. */
export async function reportOf(
  db: Db,
  content: Content,
  { range, ...about }: About & { range?: DateRange | undefined },
): Promise<string> {
  return pageOf(content, await figuresOf(db, content, range), { ...about, of: range?.words });
}

type About = { now: Date; isTest: boolean };

function pageOf(
  content: Content,
  figures: Figures,
  { now, isTest, of }: About & { of?: string | undefined },
): string {
  const shown = clockAt(content.conference.dates.timezone)(now.toISOString());
  const at = shown?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
  return reportPage(content, figures, { at, isTest, of });
}

/** The latest Monday at 07:00 in the time zone of the conference. */
export function lastMonday(timezone: string, now: Date): Date {
  const format = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: timezone });
  let morning = lastDigestTime('daily', timezone, now);
  while (format.format(morning) !== 'Mon') {
    morning = lastDigestTime('daily', timezone, new Date(morning.getTime() - 1));
  }
  return morning;
}
