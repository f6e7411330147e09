import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { changesBetween, correctAbstract, entriesOf } from './correct-abstract.ts';
import { findAbstractToChange, refuseWithdrawn } from './find-abstract-to-change.ts';
import { readEntries, type TypedEntries } from './read-entries.ts';
import { mailReaddressing } from './withdraw-mails.ts';

/**
 * Corrects the submitter, the session and what is printed of an abstract. Another mail address gets a new link to the
 * author's page, and the former one is told.
 */
export async function planAbstractCorrection(
  organising: Organising,
  {
    reference: typed,
    consent,
    ...entries
  }: TypedEntries & { reference: string; consent?: 'yes' | 'no' | undefined },
): Promise<Plan> {
  const { payments, content, origin } = organising;
  const { db, newId, clock } = payments;
  const abstract = await findAbstractToChange(db, typed);
  refuseWithdrawn(abstract);
  const { reference, name } = abstract;
  const before = await entriesOf(db, abstract);
  const publishAt = consent === 'yes' ? (before.publishAt ?? timestamp(clock())) : undefined;
  const after = {
    ...before,
    ...readEntries(content, entries),
    ...(consent !== undefined && { publishAt }),
  };
  const inNames = (each: typeof before) => {
    const { session, interestArea } = titlesOf(content, each);
    const publishes = each.publishAt === undefined ? 'no' : 'yes';
    return { ...each, sessionId: session, interestedInId: interestArea, publishAt: publishes };
  };
  const changes = changesBetween(inNames(before), inNames(after));
  if (changes.length === 0) {
    throw new ActionImpossible(`${reference} says that already.`, { reason: 'unchanged' });
  }
  const isReaddressed = before.email !== after.email;
  return {
    words: [
      ...changes.map((change) => `${reference}, ${change}`),
      ...(isReaddressed
        ? [
            `${after.email} gets the link to the page of the abstract. ${before.email} gets a short notice, and the link in earlier mails stops working.`,
          ]
        : []),
    ],
    button: `Correct the abstract of ${name}`,
    async perform() {
      await act(organising, async (deed) => {
        const words = changes.join('; ');
        const kept = await correctAbstract(deed, abstract, after, { newId, words });
        if (!isReaddressed) return;
        const deps = { ...organising, newId };
        await mailReaddressing(deed, deps, { before: abstract, after: kept, origin });
      });
      return ['Corrected.'];
    },
  };
}
