import type { FastifyInstance } from 'fastify';
import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { regionNames } from '#contract/country-name.ts';
import { findOrganisations } from '#contract/organisations.ts';
import { rorAddress } from '#server/abstract/organisations.ts';
import { answer } from '#server/http/answer.ts';
import { type Listed, openList } from './organisation-list.ts';

const MOST = 8;

/** The call with which the abstract form suggests organisations while somebody types. Without a list it finds nothing. */
export function organisationRoutes(
  app: FastifyInstance,
  { content, dataDir }: { content: Content; dataDir: string },
): void {
  // The call is the same in all languages.
  if (content.base !== '') return;
  answer(app, findOrganisations, 'read', async ({ query: { q, language } }) => {
    const found = openList(dataDir)?.search(q, MOST) ?? [];
    return { organisations: suggestions(found, language) };
  });
}

/** An organisation whose name another one has, too, is named with its place. */
function suggestions(found: readonly Listed[], language: string) {
  const place = placeIn(language);
  const byName = Map.groupBy(found, ({ name }) => name);
  return found.map((each) => ({
    name: byName.get(each.name)?.length === 1 ? each.name : `${each.name}, ${placeIn('en')(each)}`,
    place: place(each),
    ror: rorAddress(each),
  }));
}

/** "Dresden, Germany" in a language. */
export function placeIn(language: string): (listed: Listed) => string {
  const country = regionNames(language);
  return ({ town, country: code }) => inOneLine([town, code && country(code)], language);
}
