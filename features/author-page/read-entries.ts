import { contributionLengths } from '#contract/abstract.ts';
import type { Content } from '#contract/content.ts';
import type { Option } from '#contract/content/shapes/sessions-shape.ts';
import { person } from '#contract/person.ts';
import { normalised } from '#contract/person-name.ts';
import { line } from '#contract/text.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { typedCountry } from '#server/orders/sell/typed-country.ts';
import { findTitled } from '#server/abstract/abstract-titles.ts';
import { readAuthors } from '#server/abstract/authors-notation.ts';
import type { EnteredAbstract } from './correct-abstract.ts';

/** The entries about an abstract as an organiser types them; absent entries do not change. */
export type TypedEntries = {
  prefix?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  institute?: string | undefined;
  country?: string | undefined;
  session?: string | undefined;
  interestArea?: string | undefined;
  title?: string | undefined;
  authors?: string | undefined;
  keywords?: string | undefined;
  wish?: string | undefined;
};

/** Reads what an organiser typed, by the rules of the forms. Empty text removes what an author need not write. */
export function readEntries(
  { conference, sessions }: Pick<Content, 'conference' | 'sessions'>,
  typed: TypedEntries,
): Partial<EnteredAbstract> {
  const read: Partial<EnteredAbstract> = {};
  const { prefix, name, email, phone, institute, country } = typed;
  if (prefix !== undefined)
    read.titlePrefix = optional(prefix, 'prefix', contributionLengths.prefix) ?? '';
  if (name !== undefined) read.name = parsed(person.name, name, 'name');
  if (email !== undefined) read.email = parsed(person.email, email, 'email');
  if (phone !== undefined) read.phone = parsed(person.phone, phone, 'phone');
  if (institute !== undefined) {
    read.organizationName = parsed(person.instituteOrUniversity, institute, 'institute');
  }
  if (country !== undefined)
    read.country = typedCountry(parsed(person.country, country, 'country'));
  const { session, interestArea, title, authors, keywords, wish } = typed;
  if (session !== undefined) read.sessionId = idOf(sessions.sessions, session, 'session');
  if (interestArea !== undefined) {
    read.interestedInId = idOf(sessions.interestAreas, interestArea, 'interest area');
  }
  if (title !== undefined) read.title = optional(title, 'title', contributionLengths.title);
  if (authors !== undefined) read.authors = readAuthors(authors);
  if (keywords !== undefined)
    read.keywords = optional(keywords, 'keywords', contributionLengths.keywords);
  if (wish !== undefined) read.wish = wishOf(conference.abstracts.kinds, wish);
  return read;
}

type Rule = { safeParse: (typed: string) => { data?: string | undefined } };

function parsed(rule: Rule, typed: string, entry: string): string {
  const { data } = rule.safeParse(typed);
  if (data !== undefined) return data;
  throw unreadable(`"${typed}" cannot be entered as ${entry}: the forms refuse it, too.`);
}

function optional(typed: string, entry: string, longest: number): string | undefined {
  return typed.trim() === '' ? undefined : parsed(line(longest), typed, entry);
}

/** The id of an option that is typed by its name or its id. */
function idOf(options: readonly Option[], typed: string, entry: string): string {
  const option = findTitled(options, typed);
  if (option) return option.id;
  const names = options.map(({ name }) => `“${name}”`).join(', ');
  throw unreadable(`There is no ${entry} "${typed}". There are ${names}.`);
}

function wishOf(kinds: readonly string[], typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const kind = kinds.find((each) => normalised(each) === normalised(typed));
  if (kind !== undefined) return kind;
  throw unreadable(`Nobody can wish "${typed}". The choices are ${kinds.join(', ')}.`);
}

function unreadable(sentence: string): ActionImpossible {
  return new ActionImpossible(sentence, { reason: 'unreadable' });
}
