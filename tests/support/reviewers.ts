import { HOUR } from '#contract/time-spans.ts';
import { dayAfter, dayOf } from '#contract/content/calendar-days.ts';
import type { Content } from '#contract/content.ts';
import { planAssignment } from '#features/peer-review/assign-peer-reviews.ts';
import { planTelling } from '#features/reviewer-pages/write-to-reviewers.ts';
import { aForm, submit } from './author.ts';
import { fixtureContent } from './fixture-content.ts';
import { aPdf } from './sample-files.ts';
import type { TestServer } from './test-server.ts';

type Abstracts = Content['conference']['abstracts'];

/** The day whose 18:00 is the next one, so that the hour of a run changes no number of days. */
const nextEvening = dayOf(
  new Date(Date.now() + 6 * HOUR).toISOString(),
  fixtureContent.conference.dates.timezone,
);

/** A conference whose reviewers have pages for ten days, and judge by two criteria. */
export function withReviewerPages(
  pages: Partial<NonNullable<Abstracts['reviewerPages']>> = {},
  review: Partial<Abstracts['review']> = {},
  content: Content = fixtureContent,
): Content {
  const { conference } = content;
  const { abstracts } = conference;
  const criteria = [
    { id: 'novelty', name: 'Novelty', best: 5, weight: 1 },
    { id: 'clarity', name: 'Clarity', text: 'Is it clear?', best: 10, weight: 2 },
  ];
  return {
    ...content,
    conference: {
      ...conference,
      abstracts: {
        ...abstracts,
        review: { ...abstracts.review, reviews: 2, criteria, ...review },
        reviewerPages: {
          until: { day: dayAfter(nextEvening, 10), time: '18:00' },
          chair: { name: 'Carla Chair', email: 'chair@programme.example' },
          reminders: [7, 2],
          thanks: true,
          ...pages,
        },
      },
    },
  };
}

export const reviewers = {
  anna: ['Anna Kowalska', 'anna@warsaw.example', 'University of Warsaw'],
  bo: ['Bo Fibre', 'bo@fibres.example', 'TU Berlin'],
  cy: ['Cy Gel', 'cy@gel.example', 'Gel Institute'],
} as const;

let count = 0;

type Sent = { traits?: Record<string, string>; fileName?: string; bytes?: Buffer };

/** Sends an abstract of an institute that no other has, and returns its reference. */
export async function anAbstract(server: TestServer, sent: Sent = {}): Promise<string> {
  count += 1;
  const { traits, fileName = `abstract ${count}.pdf`, bytes = aPdf(400, fileName) } = sent;
  const form = aForm({ organizationName: `Laboratory ${count}`, ...traits });
  const { json } = await submit(server, { form, name: fileName, bytes });
  server.clock.advance(1000);
  return String(json['reference']);
}

/** Assigns all abstracts to reviewers, and mails them the link. Returns the paths of their pages. */
export async function assigned(
  server: TestServer,
  ...rows: readonly (readonly string[])[]
): Promise<string[]> {
  const sheet = { rows: [['Name', 'Email', 'Institute'], ...rows], isTaken: false };
  await (await planAssignment(server.organising, sheet)).perform();
  await (await planTelling(server.organising)).perform();
  return Promise.all(rows.map(([, email = '']) => reviewPath(server, email)));
}

/** The path of a reviewer's page. */
export async function reviewPath({ db }: Pick<TestServer, 'db'>, email: string): Promise<string> {
  const { token } = await db
    .selectFrom('reviewer_pages')
    .innerJoin('reviewers', 'reviewers.id', 'reviewer_pages.reviewer_id')
    .select('token')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return `/review/${token}`;
}
