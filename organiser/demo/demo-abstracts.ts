import { Readable } from 'node:stream';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { submitAbstract } from '#server/abstract/submit-abstract.ts';
import { HOUR } from '#contract/time-spans.ts';
import { newId, timestamp } from '#server/identity.ts';
import { demoContribution } from './demo-contributions.ts';
import type { DemoDeps } from './demo-deps.ts';
import { demoPerson } from './demo-people.ts';
import { smallPdf } from './demo-pdf.ts';

/** The number of an abstract that is sent twice. */
const TWICE = 20;

/**
 * Submits an abstract as a PDF of one page. Most authors add what is printed about it, and some send a second version.
 * Returns the id.
 */
export async function sendAbstract(
  deps: DemoDeps,
  person: number,
  number: number,
): Promise<string> {
  const { context, content, mailLayout, now } = deps;
  const { sessions, interestAreas } = content.sessions;
  const written = number === TWICE ? number - 1 : number;
  // The golden ratio spreads the numbers, and more of them are in the first sessions.
  const session = sessions[Math.floor(((written * 0.618) % 1) ** 1.5 * sessions.length)];
  const area = interestAreas[number % interestAreas.length];
  if (!session || !area) throw new Error('the conference has no session or no interest area');
  const { db, clock } = context;
  const places = { ...deps, db, clock, newId };
  const { name, phone, email, institute, country } = demoPerson(person);
  const { title, keywords, authors } = demoContribution(written, person, session.name, area.name);
  const file = (version: number) =>
    received(deps, `abstract-${number + 1}${version > 1 ? `-v${version}` : ''}.pdf`, [
      title,
      name,
      institute,
      `Version ${version}`,
    ]);
  const first = await file(1);
  const abstract = await submitAbstract(
    { ...places, mailLayout },
    {
      ...first,
      submitter: {
        titlePrefix: number % 3 === 0 ? 'Prof' : 'Dr',
        name,
        phone,
        email,
        organizationName: institute,
        country,
        interestedInId: area.id,
        sessionId: session.id,
      },
      session: session.name,
      interestArea: area.name,
    },
    {
      origin: deps.origin,
      async also(tx, sent) {
        if (number % 6 === 5) return;
        const { kinds } = content.conference.abstracts;
        const wish = kinds[number % Math.max(1, kinds.length)];
        const publishAt = number % 4 === 3 ? undefined : timestamp(now.at);
        const printed = { title, keywords, wish, publishAt, authors };
        for (const part of deps.parts) await part.abstractKept?.(tx, sent, printed);
      },
    },
  );
  await deps.uploads.forget(first.upload.key);
  if (number % 9 === 4) {
    now.at = new Date(now.at.getTime() + HOUR);
    const second = await file(2);
    for (const part of deps.parts) await part.fileSent?.(deps, abstract, second);
    await deps.uploads.forget(second.upload.key);
  }
  return abstract.id;
}

async function received(
  { uploads }: DemoDeps,
  fileName: string,
  [title = '', ...lines]: readonly string[],
): Promise<AcceptedFile> {
  const bytes = smallPdf(title, lines);
  const key = newId();
  await uploads.claimRoom(key, bytes.length, 'demo');
  const upload = await uploads.receive(key, Readable.from([bytes]), bytes.length);
  return { fileName, upload, activeContent: undefined };
}
