import type { Content } from '#contract/content.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { commaIn, inOneLine } from '#contract/content/languages.ts';
import { findToldDecision } from '#features/programme/decisions.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import {
  type AboutContribution,
  type EndsWithPage,
  isTakenAway,
} from '#server/abstract/contribution-part.ts';
import type { Db } from '#server/database/database.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  findMaterial,
  materialOfAbstract,
  materialOfAbstracts,
  type TalkMaterial,
} from './talk-material.ts';

export type MaterialFiles = AboutContribution['files'];

/** Why everybody sees material, or not. */
export type MaterialState = 'shown' | 'waiting' | 'scanning' | 'refused' | 'takenDown';

export function stateOfMaterial(
  { takenDownAt, shownFrom, file }: TalkMaterial,
  {
    content: { conference },
    now,
    files,
  }: Pick<AboutContribution, 'now' | 'files'> & {
    content: Pick<Content, 'conference'>;
  },
): MaterialState {
  if (takenDownAt !== undefined) return 'takenDown';
  if (file && (file.scan === 'INFECTED' || file.scan === 'GIVEN_UP')) return 'refused';
  if (file?.scan === 'NOT_SCANNED' && files.hasScanner) return 'scanning';
  // A file of another store waits until this server has it.
  if (file && file.fileStore !== files.storeId) return 'scanning';
  const isEarly = shownFrom !== undefined && dayOf(now, conference.dates.timezone) < shownFrom;
  return isEarly ? 'waiting' : 'shown';
}

/** The address of the file of material for everybody. It ends as files of its kind do. */
export function pathOfMaterial({ id }: Pick<TalkMaterial, 'id'>): string {
  return `/material/${id}.pdf`;
}

/** The part of the page of a contribution. */
export async function materialOf(
  about: AboutContribution,
  abstractId: string,
): Promise<Markup | undefined> {
  const { content, db } = about;
  if (!content.conference.abstracts.material) return undefined;
  const all = await materialOfAbstract(db, abstractId);
  const shown = all.filter((each) => stateOfMaterial(each, about) === 'shown');
  return shown.length === 0 ? undefined : materialPart(content, shown);
}

/** The kinds of material that contributions in a list have. */
export async function marksOf(
  about: AboutContribution,
  abstractIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!about.content.conference.abstracts.material) return new Map();
  const { kinds } = about.content.yourAbstract.material;
  const all = await materialOfAbstracts(about.db, abstractIds);
  const shown = all.filter((each) => stateOfMaterial(each, about) === 'shown');
  return new Map(
    [...Map.groupBy(shown, ({ abstractId }) => abstractId)].map(([id, own]) => [
      id,
      [...new Set(own.map(({ kind }) => kinds[kind]))],
    ]),
  );
}

function materialPart(
  { conference, yourAbstract, language }: AboutContribution['content'],
  all: readonly TalkMaterial[],
): Markup {
  const said = yourAbstract.material;
  const licences = conference.abstracts.material?.licences ?? [];
  return html`<section class="contribution-material" aria-labelledby="material">
    <h2 id="material">${said.part}</h2>
    <ul>
      ${all.map((each) => {
        const { kind, title, url, licence } = each;
        const terms = licences.find(({ name }) => name === licence)?.url;
        return html`<li>
          <a href="${url ?? pathOfMaterial(each)}" rel="nofollow ugc noopener"
            ><bdi>${title}</bdi></a
          >
          <span
            >${inOneLine([said.kinds[kind], url === undefined ? 'PDF' : undefined], language)}${commaIn(language)}${terms === undefined ? licence : html`<a href="${terms}" rel="license">${licence}</a>`}</span
          >
        </li> `;
      })}
    </ul>
  </section>`;
}

/** Material is on no page without the page of its contribution, and stays saved. */
export async function hiddenWithPage(
  db: Db,
  { yourAbstract }: Pick<Content, 'yourAbstract'>,
  abstractId: string,
): Promise<EndsWithPage | undefined> {
  const all = (await materialOfAbstract(db, abstractId)).filter(
    ({ takenDownAt }) => takenDownAt === undefined,
  );
  if (all.length === 0) return undefined;
  const titles = all.map(({ title }) => `“${title}”`).join(', ');
  return {
    author: yourAbstract.material.hiddenWithPage,
    organiser: `Its slides, recordings and links would not be shown either: ${titles}.`,
  };
}

/** Material whose file everybody may read now. */
export async function findPublicFile(
  about: AboutContribution,
  id: string,
): Promise<NonNullable<TalkMaterial['file']> | undefined> {
  const material = await findMaterial(about.db, id);
  if (!material?.file || stateOfMaterial(material, about) !== 'shown') return undefined;
  const abstract = await findAbstract(about.db, material.abstractId);
  const told = abstract && (await findToldDecision(about.db, abstract.id));
  const isPublic = abstract?.withdrawnAt === undefined && told?.outcome === 'ACCEPTED';
  if (!isPublic || (await isTakenAway(about.db, material.abstractId))) return undefined;
  return material.file;
}
