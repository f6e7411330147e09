import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { type ActDeps, byAuthor, recordAuthorAct } from '#server/abstract/author-activity.ts';
import { lockAbstracts } from '#server/abstract/abstracts.ts';
import { act } from '#server/operations/act.ts';
import { changeContribution, findContribution, type KeptContribution } from './contributions.ts';

type Confirmed = Pick<KeptContribution, 'source' | 'html' | 'plain' | 'licence' | 'isFileShown'>;

/**
 * Publishes a page as its author has seen it; false if somebody has changed it since the form was made. A second press of the
 * button changes nothing.
 */
export function publishPage(
  deps: Omit<ActDeps, 'mailLayout'>,
  { abstract }: OwnAbstract,
  { version, ...confirmed }: Confirmed & { version: number },
): Promise<boolean> {
  return act(byAuthor(deps), async (deed) => {
    await lockAbstracts(deed.tx, [abstract.id]);
    const before = await findContribution(deed.tx, abstract.id);
    if (isSame(before, confirmed)) return true;
    const after = {
      ...confirmed,
      consentedAt: before.endedAt === undefined ? (before.consentedAt ?? deed.now) : deed.now,
      endedAt: undefined,
      confirmedAt: deed.now,
    };
    if (before.version !== version) return false;
    if (!(await changeContribution(deed.tx, before, after))) return false;
    await recordAuthorAct(deed, deps, abstract, {
      act: 'website',
      words: 'publishes the page of the contribution',
    });
    return true;
  });
}

function isSame(before: KeptContribution, wanted: Confirmed): boolean {
  return (
    before.consentedAt !== undefined &&
    before.endedAt === undefined &&
    before.source === wanted.source &&
    before.html === wanted.html &&
    before.licence === wanted.licence &&
    before.isFileShown === wanted.isFileShown
  );
}

/** Takes the author's consent back, at any moment. */
export function endPage(
  deps: Omit<ActDeps, 'mailLayout'>,
  { abstract }: OwnAbstract,
): Promise<void> {
  return act(byAuthor(deps), async (deed) => {
    await lockAbstracts(deed.tx, [abstract.id]);
    const before = await findContribution(deed.tx, abstract.id);
    if (before.consentedAt === undefined || before.endedAt !== undefined) return;
    await changeContribution(deed.tx, before, { endedAt: deed.now });
    await deed.record({
      action: 'website',
      reference: abstract.reference,
      words: 'takes the page of the contribution off the website',
    });
  });
}
