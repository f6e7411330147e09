import type { Content } from '#contract/content.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { conferenceAhead, contribution, decide, newAbstract } from './own-abstract.ts';
import { fieldsOf, type PageAnswer } from './own-page.ts';
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
