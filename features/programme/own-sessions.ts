import { isSameName } from '#contract/person-name.ts';
import type { Content } from '#contract/content.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { formsOf } from '#organiser/dashboard/actions.ts';
import type { Organiser } from '#organiser/dashboard/call-rights.ts';
import type { PartOfPage } from '#organiser/dashboard/read-pages.ts';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import { features } from '#server/features.ts';
import { findAbstractStory } from '#server/reports/read-story.ts';
import { type Fact, storyFacts } from '#server/reports/story-facts.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { aboutAbstracts } from './about-abstracts.ts';
import { decideIn } from './decide-one.ts';
import { addedColumns, decisionForm, RANK } from './decision-sheet.ts';
import { abstractState, decisionsByAbstract } from './decisions.ts';

type Asked = Pick<Organiser, 'tracks'>;

/** The abstracts of a track chair's sessions, except those of the track chair, with all authors by abstract. */
async function ownAbstracts({ payments: { db } }: CommandContext, { tracks }: Asked) {
  const { sessions = [], name = '', email = '' } = tracks ?? {};
  const authors = await authorsByAbstract(db);
  const isAuthor = (abstract: KeptAbstract) =>
    abstract.email.toLowerCase() === email.toLowerCase() ||
    authorsOf(abstract, authors).some((author) => isSameName(author.name, name));
  const all = (await listAbstracts(db)).filter(({ sessionId }) => sessions.includes(sessionId));
  const own = all.filter((abstract) => !isAuthor(abstract));
  return { sessions, own, authors, ofTheChair: all.length - own.length };
}

/** The abstract with this reference; undefined for one of another session, too. */
export async function findOwn(
  context: CommandContext,
  asked: Asked,
  typed: string,
): Promise<KeptAbstract | undefined> {
  const { own } = await ownAbstracts(context, asked);
  return own.find(({ reference }) => reference === typed.toUpperCase());
}

export type OwnSessions = Awaited<ReturnType<typeof readOwnSessions>>;

/** The sessions of a track chair, each with its abstracts: the best mean first, as in the committee's sheet. */
export async function readOwnSessions(context: CommandContext, asked: Asked) {
  const { db } = context.payments;
  const { content } = context;
  const { sessions, own, authors, ofTheChair } = await ownAbstracts(context, asked);
  const decisions = await decisionsByAbstract(db);
  const reviews = await addedColumns()?.read(db, content.conference);
  const columns = reviews?.columns ?? [];
  const entries = own
    .toSorted((one, other) => (reviews?.meanOf(other.id) ?? 0) - (reviews?.meanOf(one.id) ?? 0))
    .map((abstract) => {
      const { id, reference, title, sessionId } = abstract;
      const cells = reviews?.cellsOf(id) ?? [];
      const figures = columns.flatMap(({ title: label, hasLines }, at): Fact[] => {
        const cell = cells[at];
        return cell === undefined || hasLines ? [] : [{ label, text: String(cell) }];
      });
      const state = abstractState(abstract, decisions.get(id));
      const names = authorsInWords(authorsOf(abstract, authors));
      return { sessionId, reference, title, authors: names, state, figures: unranked(figures) };
    });
  return {
    ofTheChair,
    sessions: sessions.map((id) => ({
      id,
      name: titlesOf(content, { sessionId: id, interestedInId: '' }).session,
      abstracts: entries.filter(({ sessionId }) => sessionId === id),
    })),
  };
}

/** The ranks of the others would tell a track chair that of an own abstract. */
function unranked(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ label }) => label !== RANK);
}

export type OwnAbstract = Awaited<ReturnType<typeof readOwnAbstract>>;

/** An abstract as its track chair sees it: no addresses, no mails, and nothing of other sessions. */
export async function readOwnAbstract(
  context: CommandContext,
  abstract: KeptAbstract,
  { rights }: Organiser,
) {
  const { payments, content } = context;
  const { id, reference } = abstract;
  const story = await findAbstractStory(payments.db, reference);
  if (!story) return undefined;
  const at = printTimes(content.conference.dates.timezone);
  const titles = titlesOf(content, abstract);
  const lines: (readonly [string, string | undefined])[] = [
    ['Authors', authorsInWords(story.authors)],
    ['Session', titles.session],
    ['Interest area', titles.interestArea],
    ['Keywords', abstract.keywords],
    ['Wish', abstract.wish],
    ['Received', at(abstract.createdAt)],
    ...aboutAbstracts.lines(story, at).map(([label, text]) => [label, text || undefined] as const),
    ['Withdrawn', abstract.withdrawnAt && at(abstract.withdrawnAt)],
  ];
  const [form] = formsOf(content, rights, [['decide', decisionAbout(abstract, content)]]);
  const parts: PartOfPage[] = [];
  for (const { sections } of features()) {
    if (sections?.abstract) parts.push(...(await sections.abstract(context, id)));
  }
  return {
    reference,
    title: abstract.title,
    state: story.state,
    facts: lines.flatMap(([label, text]): Fact[] => (text ? [{ label, text }] : [])),
    parts: parts
      .filter(({ subject }) => subject === 'Reviews and decisions')
      .map(({ heading, facts }) => ({ heading, facts: unranked(facts) })),
    versions: story.versions.map(({ id: file, fileName, bytes, activeContent }) => {
      return { id: file, fileName, bytes, activeContent };
    }),
    versionFacts: storyFacts(context)
      .versions(story)
      .map((fact, nth) => ({ ...fact, id: story.versions.at(-1 - nth)?.id })),
    current: await decisionForm(context, id),
    form: abstract.withdrawnAt === undefined && abstract.email !== '' ? form : undefined,
  };
}

/** The action that decides about an abstract in its present session alone. */
export function decisionAbout(abstract: KeptAbstract, content: Pick<Content, 'sessions'>) {
  return decideIn({ id: abstract.sessionId, name: titlesOf(content, abstract).session });
}
