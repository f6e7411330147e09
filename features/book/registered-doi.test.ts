import { expect, test } from 'vitest';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { DAY_MS } from '#tests/support/own-abstract.ts';
import {
  conferenceWithPages,
  publishedContribution,
} from '#tests/support/published-contribution.ts';
import { startTestSite } from '#tests/support/test-site.ts';

test('a registered DOI is on the page, in its tags and its citations, from the day on which the book is published', async () => {
  needsFeatures('contributions');
  const base = conferenceWithPages();
  const published = base.conference.dates.start;
  const doi = { prefix: '10.12345' };
  const { abstracts } = base.conference;
  const book = { ...abstracts.book, doi, published };
  const content = {
    ...base,
    conference: { ...base.conference, abstracts: { ...abstracts, book } },
  };
  const site = await startTestSite({ content });
  const own = await publishedContribution(site);
  const other = await publishedContribution(site);
  const silent = site.db.updateTable('abstracts').set({ publish_at: null });
  await silent.where('id', '=', other.id).execute();
  const name = `10.12345/${own.reference.toLowerCase()}`;
  expect((await site.openPage(own.address)).text).not.toContain('10.12345');
  site.clock.advance(Date.parse(published) + DAY_MS - Number(site.clock.now()));
  const { text, words } = await site.openPage(own.address);
  expect(text).toContain(`<a href="https://doi.org/${name}"`);
  expect(text).toContain(`<meta name="citation_doi" content="${name}"`);
  expect(text).toContain(`"sameAs":"https://doi.org/${name}"`);
  expect(words).toContain(`. https://doi.org/${name}`);
  expect((await site.openPage(`${own.address}/cite.bib`)).text).toContain(`doi = {${name}}`);
  expect((await site.openPage(other.address)).text).not.toContain('10.12345');
});
