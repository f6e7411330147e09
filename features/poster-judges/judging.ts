import { mailDomainOf } from '#contract/mail-domain.ts';
import { isSameName } from '#contract/person-name.ts';
import { entriesOf, entryKey } from '#server/abstract/organisations.ts';

/** Somebody who judges posters. The address and the institutes, with semicolons between them, may be empty. */
export type Judge = { name: string; email: string; institute: string };

/** A poster as far as its judges are concerned. */
export type JudgedPoster = {
  number: string;
  /** The address of the submitter. */
  email: string;
  authors: readonly { name: string; affiliation: string }[];
};

/** Whether a judge is an author of a poster, or of the same institute or mail domain. */
export function hasConflict(
  { name, email, institute }: Judge,
  { email: other, authors }: JudgedPoster,
): boolean {
  const own = new Set(entriesOf(institute).map(entryKey));
  const domain = email === '' ? undefined : mailDomainOf(email);
  return (
    (domain !== undefined && domain === mailDomainOf(other)) ||
    authors.some(
      (author) =>
        isSameName(author.name, name) ||
        entriesOf(author.affiliation).some((entry) => own.has(entryKey(entry))),
    )
  );
}

/**
 * The posters of each judge: so many judges look at each poster, those with the fewest posters first, and among them those
 * who met the others least, so that not the same people judge together. The same lists give the same posters. A judge
 * `keeps` a poster of before, if there is no conflict, and gets no other one that `isExcluded`.
 */
export function assignJudges<Person extends Judge, Poster extends JudgedPoster>(
  judges: readonly Person[],
  posters: readonly Poster[],
  wanted: number,
  {
    keeps = () => false,
    isExcluded = () => false,
  }: {
    keeps?: (judge: Person, poster: Poster) => boolean;
    isExcluded?: (judge: Person, poster: Poster) => boolean;
  } = {},
): { assigned: ReadonlyMap<Person, Poster[]>; short: Poster[] } {
  const assigned = new Map(
    judges.map((judge): [Person, Poster[]] => [
      judge,
      posters.filter((poster) => keeps(judge, poster) && !hasConflict(judge, poster)),
    ]),
  );
  const short: Poster[] = [];
  for (const poster of posters) {
    const free = [...assigned].filter(
      ([judge]) => !hasConflict(judge, poster) && !isExcluded(judge, poster),
    );
    const chosen = [...assigned.values()].filter((own) => own.includes(poster));
    const before = new Set(chosen);
    while (chosen.length < wanted) {
      const met = (own: readonly Poster[]) =>
        own.filter((each) => chosen.some((other) => other.includes(each))).length;
      const [next] = free
        .map(([, own]) => own)
        .filter((own) => !chosen.includes(own))
        .toSorted((one, other) => one.length - other.length || met(one) - met(other));
      if (!next) break;
      chosen.push(next);
    }
    for (const own of chosen) if (!before.has(own)) own.push(poster);
    if (chosen.length < wanted) short.push(poster);
  }
  return { assigned, short };
}
