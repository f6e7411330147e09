import type { Content } from '#contract/content.ts';
import type { Posters } from '#features/posters/shape.ts';
import { putDecision } from '#features/programme/decisions.ts';
import { inTransaction } from '#server/database/database.ts';
import { conferenceWithPages, publish } from './published-contribution.ts';
import { acceptedAbstract } from './published-contribution.ts';
import { drawnPdf } from './drawn-pdf.ts';
import type { TestSite } from './test-site.ts';

/** A conference with a gallery of posters. */
export function conferenceWithPosters(
  traits: Partial<Posters> = {},
  content = conferenceWithPages(),
): Content {
  const { conference } = content;
  const posters: Posters = {
    licences: [
      { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
      { name: '© the authors' },
    ],
    walls: [{ name: 'Foyer', boards: 2, sides: 2 }],
    ...traits,
  };
  const abstracts = { ...conference.abstracts, posters };
  return { ...content, conference: { ...conference, abstracts } };
}

type Entries = { title?: string; number?: string | undefined; isPublic?: boolean };

/** An accepted poster, with its page unless `isPublic` is false. */
export async function acceptedPoster(
  at: TestSite,
  { number, isPublic = true, ...entries }: Entries = {},
) {
  const own = await acceptedAbstract(at, entries);
  const now = at.clock.now().toISOString();
  await inTransaction(at.db, (tx) =>
    putDecision(tx, {
      abstractId: own.id,
      outcome: 'ACCEPTED',
      presentation: 'Poster',
      number,
      decidedAt: now,
      toldAt: now,
    }),
  );
  if (isPublic) await publish(at, own.form);
  return { ...own, page: `${own.path}/poster` };
}

/** Sends a poster as a browser without scripts does. */
export async function sendPoster(
  at: TestSite,
  page: string,
  {
    name = 'poster.pdf',
    bytes = drawnPdf(),
    ...entries
  }: { name?: string; bytes?: Buffer; [entry: string]: unknown } = {},
) {
  const body = new FormData();
  const typed = { licence: 'CC BY 4.0', consent: 'yes', ...entries };
  for (const [field, text] of Object.entries(typed)) body.append(field, String(text));
  body.append('abstractFile', new Blob([new Uint8Array(bytes)]), name);
  const request = { method: 'POST', body, redirect: 'manual' } as const;
  const answer = await fetch(`${at.origin}${page}/file`, request);
  const location = answer.headers.get('location');
  return { status: answer.status, location, text: await answer.text() };
}
