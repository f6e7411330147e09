import { acceptedContributions } from '#features/programme/accepted-contributions.ts';
import { presentedAmong, presentedBy, timeOf } from '#features/programme/people-clashes.ts';
import { timestamp } from '#server/identity.ts';
import { counted } from '#server/counted.ts';
import { type Db, lockKey } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import {
  findJudgeCalled,
  judgedPosters,
  judgeNames,
  judgePath,
  listJudges,
  type PosterJudge,
  postersGivenBack,
  putJudge,
  putJudgedPosters,
} from './judges.ts';
import { judgeKey } from './judge-sheets.ts';
import { assignJudges, type Judge } from './judging.ts';
import { judgeLinkMail } from './mails.ts';
import { judgingOf } from './plan-results.ts';
import { listScores } from './poster-scores.ts';
import { postersToJudge } from './posters-to-judge.ts';

/** A judge with the posters of the page, and how many of them are new. */
type Page = {
  judge: PosterJudge;
  isNew: boolean;
  abstractIds: readonly string[];
  added: number;
  /** The numbers of posters with scores that the judge does not look at any more. */
  scored: readonly string[];
  /** The contributions that the judge presents at the hours of the own posters. */
  presents: readonly string[];
};

/**
 * Makes a page for each judge of a sheet and divides the posters among them. A second sheet adds judges and posters;
 * whoever looks at a poster keeps it, unless there is a conflict.
 */
export async function planJudgePages(
  organising: Organising,
  { judges, isSending }: { judges: readonly Judge[]; isSending: boolean },
): Promise<Plan> {
  const { payments, mailLayout, origin } = organising;
  const { pages, short } = await divide(organising, payments.db, judges);
  const wanted = judgingOf(organising.content.conference.abstracts).judges;
  const told = pages.filter((page) => isTold(page, isSending));
  const changed = pages.filter(hasNews);
  return {
    words: [
      ...pages.map(
        ({ judge: { name, email }, abstractIds, added }) =>
          `  ${name}: ${counted(abstractIds.length, 'poster')}, ${added} new${email === '' ? ', no address' : ''}`,
      ),
      ...pages.flatMap(({ judge: { name }, scored }) =>
        scored.length === 0
          ? []
          : [
              `${name} has a conflict with ${scored.join(', ')} now and does not see it any more. The scores that ${name} gave stay.`,
            ],
      ),
      ...pages.flatMap(({ judge: { name }, presents }) =>
        presents.length === 0
          ? []
          : [
              `${name} presents ${presents.join(', ')} while posters to judge are presented: agree on an hour with the authors.`,
            ],
      ),
      ...pages.flatMap(({ judge: { name, refusedAt } }) =>
        refusedAt === undefined
          ? []
          : [
              `The link of ${name} reached somebody else and has ended: another address in the sheet, or posters --judge-link, makes another one. Until then this judge gets no more posters.`,
            ],
      ),
      ...(short.length === 0
        ? []
        : [`Fewer than ${counted(wanted, 'judge')}: ${short.join(', ')}.`]),
      isSending
        ? `Mails with links: ${told.length}. Links of judges without an address are printed.`
        : 'No mail is sent; the links are printed.',
    ],
    button:
      changed.length === 0
        ? undefined
        : `Make ${counted(changed.length, 'page')}${isSending ? `, send ${counted(told.length, 'mail')}` : ''}`,
    async perform() {
      const links = await act(organising, async ({ tx, now, post, record }) => {
        await lockKey(tx, 'poster-judges');
        const { pages: again } = await divide(organising, tx, judges);
        for (const page of again) {
          await putJudge(tx, page.judge);
          await putJudgedPosters(tx, page.judge, { abstractIds: page.abstractIds, now });
          if (!isTold(page, isSending)) continue;
          const about = { count: page.abstractIds.length, event: now, origin };
          await post(judgeLinkMail(mailLayout, page.judge, about));
        }
        await record({
          action: 'posters',
          words: `${counted(again.length, 'page')} of judges made`,
        });
        return again.filter((page) => hasNews(page) && !isTold(page, isSending));
      });
      return ['Made.', ...links.map(({ judge }) => linkWords(judge, origin))];
    },
  };
}

/** A judge without posters needs no link. */
function hasNews({ isNew, abstractIds, added }: Page): boolean {
  return (isNew && abstractIds.length > 0) || added > 0;
}

function isTold(page: Page, isSending: boolean): boolean {
  return isSending && page.judge.email !== '' && hasNews(page);
}

function linkWords(judge: PosterJudge, origin: string): string {
  return `${judge.name}: ${origin}${judgePath(judge)}`;
}

/** All judges, those of the sheet and those of before, with their posters. */
async function divide({ payments, content }: Organising, db: Db, sheet: readonly Judge[]) {
  const { newId, clock } = payments;
  const known = await listJudges(db);
  const keep = await judgedPosters(db);
  const givenBack = await postersGivenBack(db);
  const scores = await listScores(db);
  const typed = new Map(sheet.map((each) => [judgeKey(each.name), each]));
  const before = known.map((judge) => {
    const given = typed.get(judgeKey(judge.name));
    typed.delete(judgeKey(judge.name));
    const email = given?.email || judge.email;
    const institute = given?.institute || judge.institute;
    const isMoved = email !== judge.email;
    // The link in the mails to the former address ends.
    const token = isMoved ? newId() : judge.token;
    const refusedAt = isMoved ? undefined : judge.refusedAt;
    return { judge: { ...judge, email, institute, token, refusedAt }, isNew: isMoved };
  });
  // The scores of a workbook are kept by the name, as it is written there.
  const names = await judgeNames(db);
  const added = [...typed].map(([key, each]) => {
    const name = names.get(key) ?? each.name;
    const made = { madeAt: timestamp(clock()), language: content.language, refusedAt: undefined };
    return { judge: { ...each, name, ...made, id: newId(), token: newId() }, isNew: true };
  });
  const all = [...before, ...added];
  const posters = await postersToJudge(db, content);
  const { assigned, short } = assignJudges(
    all.map(({ judge }) => judge),
    posters,
    judgingOf(content.conference.abstracts).judges,
    {
      keeps: ({ id }, { abstractId }) => keep.get(id)?.has(abstractId) ?? false,
      isExcluded: ({ id, refusedAt }, { abstractId }) =>
        refusedAt !== undefined || (givenBack.get(id)?.has(abstractId) ?? false),
    },
  );
  const presented = presentedAmong(await acceptedContributions(db), content);
  const inHall = new Map(posters.map(({ abstractId, number }) => [abstractId, number]));
  const pages = all.map(({ judge, isNew }): Page => {
    const given = (assigned.get(judge) ?? []).map(({ abstractId }) => abstractId);
    const own = [...(keep.get(judge.id) ?? [])];
    // A poster without a number may get one again.
    const abstractIds = [...given, ...own.filter((id) => !inHall.has(id))];
    const scored = own
      .filter((id) => !abstractIds.includes(id))
      .filter((id) => scores.some((one) => one.abstractId === id && one.judge === judge.name))
      .map((id) => inHall.get(id) ?? '');
    const fresh = given.filter((id) => !own.includes(id)).length;
    const presents = (assigned.get(judge) ?? []).flatMap(({ slot }) =>
      presentedBy(judge.name, presented, slot).map(
        (each) => `${each.reference} (${timeOf(each.slot)})`,
      ),
    );
    return { judge, isNew, abstractIds, added: fresh, scored, presents: [...new Set(presents)] };
  });
  return { pages, short: short.map(({ number }) => number) };
}

/** Ends the link of a judge, and makes another one. */
export async function planJudgeLink(organising: Organising, typed: string): Promise<Plan> {
  const { payments, mailLayout, origin } = organising;
  const judge = await findJudgeCalled(payments.db, typed);
  if (!judge) throw new ActionImpossible(`No judge with a page is called ${typed}.`);
  const { name, email } = judge;
  const how = email === '' ? 'It is printed.' : `A mail with it goes to ${email}.`;
  return {
    words: [
      `The link of ${name} would open nothing any more, and there would be another one. ${how}`,
    ],
    button: `Another link for ${name}`,
    async perform() {
      const next = await act(organising, async ({ tx, now, post, record }) => {
        await lockKey(tx, 'poster-judges');
        const current = await findJudgeCalled(tx, name);
        if (current?.token !== judge.token) {
          throw new ActionImpossible('The link was changed meanwhile.', { reason: 'changed' });
        }
        const renewed = { ...current, token: payments.newId(), refusedAt: undefined };
        await putJudge(tx, renewed);
        const count = (await judgedPosters(tx)).get(renewed.id)?.size ?? 0;
        if (email !== '') {
          await post(judgeLinkMail(mailLayout, renewed, { count, event: now, origin }));
        }
        await record({ action: 'posters', words: `another link for the judge ${name}` });
        return renewed;
      });
      return [email === '' ? linkWords(next, origin) : 'Sent.'];
    },
  };
}
