import { commaIn, withColon } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { itemPathOf } from '#contract/content/agenda-items.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { contributionPath } from '#features/contributions/contribution-address.ts';
import { publicationOf } from '#features/contributions/kept-publication.ts';
import { findToldDecision } from '#features/programme/decisions.ts';
import { type PosterSession, posterSessionsOf } from '#features/programme/poster-sessions.ts';
import { isPoster, slotWords } from '#features/programme/slots.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import type { AboutContribution, EndsWithPage } from '#server/abstract/contribution-part.ts';
import type { Db } from '#server/database/database.ts';
import { html, type Markup } from '#server/markup.ts';
import { placeOf } from './gallery-page.ts';
import { type GalleryPoster, nearTo, readGallery } from './gallery-posters.ts';
import { boardOf, boardWords } from './poster-boards.ts';
import {
  findPoster,
  listPosters,
  type Pictures,
  picturesByAbstract,
  type Poster,
} from './posters.ts';
import { pathOfFile, pathOfPicture, stateOfFile } from './public-posters.ts';

/** The part of the page of a contribution that is a poster: its place, the first page, the file and the video. */
export async function posterPart(
  about: AboutContribution,
  abstractId: string,
): Promise<Markup | undefined> {
  const { db, content } = about;
  if (!content.conference.abstracts.posters) return undefined;
  const told = await findToldDecision(db, abstractId);
  if (!told || !isPoster(told)) return undefined;
  const board = await boardOf(db, content, told.number);
  const poster = await findPoster(db, abstractId);
  const isShown = poster?.file && stateOfFile(poster.file, about.files) === 'shown';
  const file = isShown ? poster.file : undefined;
  const pictures = file ? (await picturesByAbstract(db, abstractId)).get(abstractId) : undefined;
  const { title = '', sessionId = '' } = (await findAbstract(db, abstractId)) ?? {};
  const sessions = posterSessionsOf(content, told, sessionId);
  const place = board && boardWords(content, board);
  const near = await nearPosters(about, abstractId);
  return partOf(content, {
    title,
    place,
    sessions,
    file,
    videoUrl: poster?.videoUrl,
    pictures,
    near,
  });
}

/** The words about posters and their videos in a list of contributions. */
export async function posterMarks(
  { db, content, files }: AboutContribution,
  abstractIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!content.conference.abstracts.posters) return new Map();
  const said = content.yourAbstract.posters;
  const wanted = new Set(abstractIds);
  const all = (await listPosters(db)).filter(({ abstractId }) => wanted.has(abstractId));
  return new Map(
    all.map(({ abstractId, file, videoUrl }) => {
      const isShown = file !== undefined && stateOfFile(file, files) === 'shown';
      const video = videoUrl === undefined ? [] : [said.video];
      return [abstractId, [...(isShown ? [said.mark] : []), ...video]];
    }),
  );
}

/** A poster is deleted with the page of its contribution (remove-gone-posters.ts). */
export async function deletedWithPage(
  db: Db,
  { yourAbstract }: Pick<Content, 'yourAbstract'>,
  abstractId: string,
): Promise<EndsWithPage | undefined> {
  const poster = await findPoster(db, abstractId);
  if (!poster || poster.takenDownAt !== undefined) return undefined;
  const what = [poster.file?.fileName, poster.videoUrl].filter(Boolean).join(', ');
  return {
    author: yourAbstract.posters.deletedWithPage,
    organiser: `Its poster would be deleted, and comes back only if its author sends it again: ${what}.`,
  };
}

/** The posters on the topic of one, among those that the page of the contribution was made with. */
async function nearPosters(
  { db, content, files }: AboutContribution,
  abstractId: string,
): Promise<GalleryPoster[]> {
  const publication = await publicationOf(db)?.current();
  const own = publication?.list.find((each) => each.abstractId === abstractId);
  if (!publication || !own) return [];
  return nearTo(await readGallery(db, content, { publication, files }), own);
}

type Shown = {
  title: string;
  place: string | undefined;
  sessions: readonly PosterSession[];
  file: Poster['file'];
  videoUrl: string | undefined;
  pictures: Pictures | undefined;
  near: readonly GalleryPoster[];
};

function partOf(
  content: AboutContribution['content'],
  { title, place, sessions, file, videoUrl, pictures, near }: Shown,
): Markup {
  const { conference, yourAbstract, language, base } = content;
  const said = yourAbstract.posters;
  const terms = conference.abstracts.posters?.licences.find(({ name }) => name === file?.licence);
  const picture = pictures?.large;
  return html`<section class="contribution-poster contribution-material" aria-labelledby="poster">
    <h2 id="poster">${said.part}</h2>
    ${
      file && picture
        ? html`<p>
            <a href="${pathOfFile(file)}" rel="nofollow"
              ><img
                src="${pathOfPicture(picture)}"
                width="${picture.width}"
                height="${picture.height}"
                alt="${fillPlaceholders(said.first, { title })}"
                loading="lazy"
                decoding="async"
            /></a>
          </p>`
        : undefined
    }
    <ul>
      ${sessions.map(
        ({ date: day, key, item }) =>
          html`<li>
            <a href="${base}${itemPathOf(key)}"><bdi>${item.title}</bdi></a>
            <span
              >${slotWords({ day, starts: item.start, ends: item.end, room: item.room }, content)}</span
            >
          </li> `,
      )}
      ${place === undefined ? undefined : html`<li>${withColon(said.place, '', language)} <bdi>${place}</bdi></li> `}
      ${
        file &&
        html`<li>
          <a href="${pathOfFile(file)}" rel="nofollow" download>${said.download}</a>
          <span
            >${fillPlaceholders(said.size, { size: megabytes(file.bytes, language) })}${commaIn(language)}${terms?.url === undefined ? file.licence : html`<a href="${terms.url}" rel="license">${file.licence}</a>`}</span
          >
        </li> `
      }
      ${
        videoUrl === undefined
          ? undefined
          : html`<li>
              <a href="${videoUrl}" rel="nofollow ugc noopener"
                >${fillPlaceholders(said.watch, { site: siteOf(videoUrl) })}</a
              >
            </li> `
      }
      <li><a href="${base}/posters">${said.all}</a></li>
    </ul>
    ${near.length === 0 ? undefined : nearPart(content, near)}
  </section>`;
}

function nearPart(content: AboutContribution['content'], near: readonly GalleryPoster[]): Markup {
  return html`<h3>${content.yourAbstract.posters.near}</h3>
    <ul>
      ${near.map((poster) => {
        const { reference, title } = poster.contribution;
        return html`<li>
          <a href="${content.base}${contributionPath(reference)}"><bdi>${title}</bdi></a>
          <span>${placeOf(content, poster)}</span>
        </li> `;
      })}
    </ul>`;
}

function megabytes(bytes: number, language: string): string {
  const most = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  return new Intl.NumberFormat(language, most).format(Math.max(bytes / 1e6, 0.1));
}

function siteOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}
