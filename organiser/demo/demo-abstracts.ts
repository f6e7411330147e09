import { Readable } from 'node:stream';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { submitAbstract } from '#server/abstract/submit-abstract.ts';
import { HOUR } from '#contract/time-spans.ts';
import { newId, timestamp } from '#server/identity.ts';
import { demoContribution } from './demo-contributions.ts';
import type { DemoDeps } from './demo-deps.ts';
import { demoPerson } from './demo-people.ts';
import { spelledIn } from '#contract/letters.ts';

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
  const submitter = {
    titlePrefix: number % 3 === 0 ? 'Prof' : 'Dr',
    name,
    phone,
    email,
    organizationName: institute,
    country,
    interestedInId: area.id,
    sessionId: session.id,
  };
  const abstract = await submitAbstract(
    { ...places, mailLayout },
    { ...first, submitter, session: session.name, interestArea: area.name },
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

/** A PDF of one page with a title and some lines, in a font that every viewer has. */
function smallPdf(title: string, lines: readonly string[]): Buffer {
  const text = [
    'BT /F1 18 Tf 60 760 Td 24 TL',
    `(${escaped(title)}) Tj T*`,
    '/F1 11 Tf 16 TL',
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.indexOf('xref\n')}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Removes accents and replaces characters that the font may lack. */
function escaped(text: string): string {
  return spelledIn(/[ -~]/, text, '?').replace(/[\\()]/g, (sign) => `\\${sign}`);
}
