import type { Content } from '#contract/content.ts';
import { markUp } from '#features/contributions/abstract-markup.ts';
import { demoTexts } from '#features/contributions/demo-texts.ts';
import { demoContribution } from '#organiser/demo/demo-contributions.ts';
import { demoPerson } from '#organiser/demo/demo-people.ts';
import { inParts } from '#server/database/queries.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { conferenceAhead, contribution, decide, newAbstract } from './own-abstract.ts';
import { fieldsOf, type PageAnswer } from './own-page.ts';
import type { TestServer } from './test-server.ts';
import type { TestSite } from './test-site.ts';

/** A conference whose contributions are public from a day. */
export function conferenceWithPages(from = '2020-01-01', words = 60): Content {
  const content = conferenceAhead();
  const { conference } = content;
  const licences = [
    { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    { name: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  ];
  const website = { from: { day: from }, words, licences };
  return {
    ...content,
    conference: { ...conference, abstracts: { ...conference.abstracts, website } },
  };
}

/** An accepted abstract with title and authors, and what its author writes on the page about the website. */
export async function acceptedAbstract(server: TestSite, entries: Record<string, string> = {}) {
  const own = await newAbstract(server);
  await server.fillIn(`${own.path}/contribution`, { ...contribution, ...entries });
  await decide(server, own.id, 'ACCEPTED');
  const reference = (await findAbstract(server.db, own.id))?.reference ?? '';
  return { ...own, reference, address: `/contributions/${reference}`, form: `${own.path}/website` };
}

/** Sends the form about the website as its author does, as far as the preview. */
export function previewed(
  server: TestSite,
  form: string,
  entries: Record<string, string | undefined> = {},
): Promise<PageAnswer> {
  const all = { text: 'Chains *heal* in H~2~O.', consent: 'yes', step: 'preview', ...entries };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return server.fillIn(form, Object.fromEntries(given));
}

/** Publishes a page just as its author has seen it. */
export async function publish(
  server: TestSite,
  form: string,
  entries: Record<string, string | undefined> = {},
): Promise<PageAnswer> {
  const seen = await previewed(server, form, entries);
  return server.sendForm(form, { ...fieldsOf(seen.text), step: 'publish' });
}

/** A contribution with a page. */
export async function publishedContribution(
  server: TestSite,
  entries: Record<string, string | undefined> = {},
) {
  const own = await acceptedAbstract(server);
  await publish(server, own.form, entries);
  return own;
}

/** Many contributions with texts as authors write them, straight in the tables. */
export async function insertContributions(
  { db, files, content }: Pick<TestServer, 'db' | 'files' | 'content'>,
  count: number,
): Promise<void> {
  const at = '2026-02-01T10:00:00.000Z';
  const { sessions, interestAreas } = content.sessions;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const idOf = (number: number) => `contribution${String(number).padStart(14, '0')}`;
  const marked = demoTexts.map((source) => ({ source, ...markUp(source) }));
  const rows = numbers.map((number) => {
    const id = idOf(number);
    const session = sessions[number % sessions.length];
    const person = demoPerson(number);
    const printed = demoContribution(
      number,
      number,
      session?.name ?? '',
      interestAreas[0]?.name ?? '',
    );
    const letters = String(number).padStart(8, '0');
    return {
      id,
      session,
      person,
      printed,
      reference: `AB26-${letters.slice(0, 4)}-${letters.slice(4)}`,
      number,
    };
  });
  for (const part of inParts(rows)) {
    await db
      .insertInto('abstracts')
      .values(
        part.map(({ id, session, person, printed, reference }) => ({
          id,
          dedupe_key: id,
          reference,
          token: id,
          title_prefix: 'Dr',
          name: person.name,
          phone: person.phone,
          email: `${id}@lab.example`,
          organization: person.institute,
          search_text: '',
          country: person.country,
          language: 'en',
          interest_area_id: interestAreas[0]?.id ?? '',
          session_id: session?.id ?? '',
          title: printed.title,
          keywords: printed.keywords,
          file_id: id,
          created_at: at,
        })),
      )
      .execute();
    await db
      .insertInto('abstract_files')
      .values(
        part.map(({ id }) => ({
          id,
          abstract_id: id,
          kind: 'submitted' as const,
          file_name: 'abstract.pdf',
          bytes: 400,
          sha256: id,
          file_key: id,
          file_store: files.store.id,
          created_at: at,
          actor: 'author',
        })),
      )
      .execute();
    await db
      .insertInto('abstract_authors')
      .values(
        part.flatMap(({ id, printed }) =>
          printed.authors.map(({ name, affiliation, presents }, position) => ({
            abstract_id: id,
            position,
            name,
            affiliation,
            orcid: position === 0 ? '0000-0002-1825-0097' : null,
            presents: presents ? 1 : 0,
          })),
        ),
      )
      .execute();
    await db
      .insertInto('decisions')
      .values(
        part.map(({ id, number }) => ({
          abstract_id: id,
          outcome: 'ACCEPTED',
          decided_at: at,
          told_at: at,
          told_outcome: 'ACCEPTED',
          ...(number % 3 === 0
            ? { presentation: 'Poster', number: `P${number + 1}` }
            : {
                presentation: 'Talk',
                day: content.conference.dates.start,
                starts: `${9 + (number % 8)}:00`.padStart(5, '0'),
                ends: `${9 + (number % 8)}:20`.padStart(5, '0'),
                room: `Hall ${'ABCD'[number % 4]}`,
              }),
        })),
      )
      .execute();
    await db
      .insertInto('contributions')
      .values(
        part.map(({ id, number }) => {
          const text = marked[number % marked.length];
          return {
            abstract_id: id,
            consented_at: at,
            confirmed_at: at,
            licence: 'CC BY 4.0',
            has_file: 1,
            source: text?.source ?? '',
            html: text && 'html' in text ? text.html : '',
            plain: text && 'plain' in text ? text.plain : '',
          };
        }),
      )
      .execute();
  }
}
