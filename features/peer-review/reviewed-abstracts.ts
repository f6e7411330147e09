import type { Content } from '#contract/content.ts';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import { decisionsByAbstract } from '#features/programme/decisions.ts';
import { isRevised } from '#features/programme/revisions.ts';
import type { Db } from '#server/database/database.ts';
import type { AbstractFacts } from './conflicts.ts';

/** An abstract with what peer review needs to know about it. */
export type ReviewedAbstract = AbstractFacts & {
  abstract: KeptAbstract;
  titles: { session: string; interestArea: string };
  /** Whether it needs no reviews: also while its author revises it. */
  isDecided: boolean;
  /** When the version came that the committee has asked for; reviewers look at it again. */
  revisedAt: string | undefined;
};

/** All abstracts, oldest first. */
export async function readReviewedAbstracts(
  db: Db,
  content: Pick<Content, 'sessions'>,
): Promise<ReviewedAbstract[]> {
  const decisions = await decisionsByAbstract(db);
  const authors = await authorsByAbstract(db);
  return (await listAbstracts(db)).map((abstract) => {
    const { id, reference, email, name, organizationName: affiliation } = abstract;
    const titles = titlesOf(content, abstract);
    const decision = decisions.get(id);
    const isBack = isRevised(abstract, decision);
    return {
      id,
      reference,
      session: [abstract.sessionId, titles.session],
      emails: [email],
      // The submitter may not be an author.
      authors: [{ name, affiliation }, ...authorsOf(abstract, authors)],
      abstract,
      titles,
      isDecided: decision !== undefined && !isBack,
      revisedAt: isBack ? abstract.fileAt : undefined,
    };
  });
}
