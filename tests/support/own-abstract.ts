import { Abstracts, abstractsIn } from '#contract/content/shapes/abstracts-shape.ts';
import { momentAt } from '#contract/content/moments.ts';
import type { Content } from '#contract/content.ts';
import { putDecision } from '#features/programme/decisions.ts';
import { findOwnAbstract, type OwnAbstract } from '#features/author-page/own-abstract.ts';
import { inTransaction } from '#server/database/database.ts';
import { aForm, submit } from './author.ts';
import { aPdf } from './sample-files.ts';
import type { TestServer } from './test-server.ts';
import { conferenceIn } from './visa-form.ts';

export const DAY_MS = 24 * 60 * 60_000;

/** A conference in 90 days: abstracts are edited for 30 days, final versions come between the days 50 and 70. */
export function conferenceAhead(): Content {
  const content = conferenceIn(90);
  const { conference } = content;
  const { dates } = conference;
  const inDays = (days: number) =>
    momentAt(new Date(Date.now() + days * DAY_MS).toISOString(), dates);
  const settings = abstractsIn(dates, Abstracts.parse({ kinds: ['Talk', 'Poster'] }), {
    closes: inDays(30),
    start: dates.start,
  });
  const abstracts = { ...settings, final: { from: inDays(50), until: inDays(70) } };
  const opening = { ...conference.opening, abstracts: { until: inDays(30) } };
  return { ...content, conference: { ...conference, abstracts, opening } };
}

/** Sends an abstract. `path` is that of its author's page. */
export async function newAbstract(
  server: TestServer,
): Promise<{ token: string; id: string; path: string; email: string }> {
  const form = aForm();
  const { reference } = (await submit(server, { form })).json;
  const { token, id } = await server.db
    .selectFrom('abstracts')
    .select(['token', 'id'])
    .where('reference', '=', String(reference))
    .executeTakeFirstOrThrow();
  return { token, id, path: `/abstract/${token}`, email: String(form['email']) };
}

/** The entries of the form about a contribution of two authors. */
export const contribution = {
  title: 'Chains that heal',
  'name-1': 'Ilmari Väisänen',
  'affiliation-1': 'Institute of Slow Polymers, Helsinki, Finland',
  'presents-1': 'yes',
  'name-2': 'Mira Lindqvist',
  'affiliation-2': 'Polymer Lab, Uppsala, Sweden; Institute of Gels',
  'orcid-2': 'https://orcid.org/0000-0002-1825-0097',
  keywords: 'gels;  healing , ',
  wish: 'Poster',
  publish: 'yes',
};

/** Sends another file on the page of an abstract, as a browser without scripts does. */
export async function sendFile(
  { origin }: Pick<TestServer, 'origin'>,
  path: string,
  name = 'new.pdf',
  bytes = aPdf(700, name),
): Promise<{ status: number; location: string | null; text: string }> {
  const body = new FormData();
  body.append('abstractFile', new Blob([new Uint8Array(bytes)]), name);
  const request = { method: 'POST', body, redirect: 'manual' } as const;
  const answer = await fetch(`${origin}${path}/file`, request);
  const { status, headers } = answer;
  return { status, location: headers.get('location'), text: await answer.text() };
}

/** The abstract behind a link. */
export async function ownAbstract(
  { db }: Pick<TestServer, 'db'>,
  token: string,
): Promise<OwnAbstract> {
  const own = await findOwnAbstract(db, token);
  if (!own) throw new Error('no abstract has this link');
  return own;
}

/** Records a decision; unless `isTold`, no letter has told the author of it. */
export async function decide(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  abstractId: string,
  outcome: 'ACCEPTED' | 'REJECTED',
  isTold = true,
): Promise<void> {
  const now = clock.now().toISOString();
  await inTransaction(db, (tx) =>
    putDecision(tx, {
      abstractId,
      outcome,
      presentation: outcome === 'ACCEPTED' ? 'Talk' : undefined,
      slot: undefined,
      comment: 'Please show the new data.',
      decidedAt: now,
      toldAt: isTold ? now : undefined,
    }),
  );
}
