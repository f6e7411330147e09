import { abstractContact } from '#contract/content/abstract-contact.ts';
import type { FastifyInstance } from 'fastify';
import { type OwnAbstract } from '#features/author-page/own-abstract.ts';
import { usableBytes } from '#server/abstract/abstract-bytes.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { type EndsWithPage, endsWithContribution } from '#server/abstract/contribution-part.ts';
import type { LinkPageDeps } from '#server/feature-pages.ts';
import { type LinkAnswer, type LinkPage } from '#server/http/link-pages.ts';
import { alert, writeTo } from '#server/http/page-parts.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { authorsPart } from './contribution-page.ts';
import { findContribution, type KeptContribution } from './contributions.ts';
import { forgetPublication } from './kept-publication.ts';
import { websiteOpening } from './published-contributions.ts';
import { readWordText } from './word-text.ts';
import { endPage, publishPage } from './save-website.ts';
import {
  type Mistakes,
  readPage,
  type ReadPage,
  savedPage,
  STEP,
  type TypedPage,
  typedPage,
  websiteForm,
  websitePreview,
} from './website-form.ts';
import { isOffered, stateWords } from './website-section.ts';
import { pagesOfOwnAbstract } from '#features/author-page/pages-of-own-abstract.ts';

/** The longest text has 2000 words; the field has twenty letters for each, of three percent-encoded bytes in most scripts. */
const LONGEST_FORM = 2000 * 20 * 9 + 32 * 1024;

/** The form of an author about the page of the contribution, behind the link in the mails. */
export async function websiteRoutes(app: FastifyInstance, deps: LinkPageDeps): Promise<void> {
  const { content, context, frame } = deps;
  const { db, clock, newId } = context;
  if (!websiteOpening(content)) return;
  const { yourAbstract: said, conference } = content;
  const texts = said.website;
  const acting = { db, clock, newId, content };
  const { isLimited } = deps;
  const { get, post } = await pagesOfOwnAbstract(
    app,
    { db, content, frame, isLimited },
    { title: texts.heading, longestForm: LONGEST_FORM },
  );

  get('/abstract/:token/website', async (own, _, { query: { done } }) => {
    const kept = await findContribution(db, own.abstract.id);
    const notice =
      done === 'published' || done === 'waiting' || done === 'ended' ? texts.done[done] : undefined;
    return form(own, kept, savedPage(kept), { notice });
  });

  post(
    '/abstract/:token/website',
    async (own, entries): Promise<LinkAnswer> => {
      const kept = await findContribution(db, own.abstract.id);
      if (closedWords(own, kept)) {
        return { ...(await form(own, kept, savedPage(kept))), isClosed: true };
      }
      const typed = typedPage(entries);
      const step = entries[STEP];
      if (step === 'end') {
        await endPage(acting, own);
        return backTo(own, 'ended');
      }
      if (step === 'edit') return form(own, kept, typed);
      if (step === 'from-file') {
        const taken = await textOfFile(own);
        return 'text' in taken
          ? form(own, kept, { ...typed, text: taken.text })
          : form(own, kept, typed, { trouble: taken.trouble });
      }
      const read = readPage(content, typed);
      if ('mistakes' in read) return form(own, kept, typed, { mistakes: read.mistakes });
      // Nobody publishes what they have not seen.
      if (step !== 'publish' || typed.seen !== read.digest) return preview(own, typed, read);
      const { digest: _digest, ...confirmed } = read;
      const isSaved = await publishPage(acting, own, { ...confirmed, version: typed.version });
      if (!isSaved) {
        const { version } = await findContribution(db, own.abstract.id);
        return {
          ...(await form(own, kept, { ...typed, version }, { trouble: said.changedMeanwhile })),
          status: 409,
        };
      }
      const { from } = websiteOpening(content) ?? {};
      return backTo(own, from && timestamp(clock()) < from.at ? 'waiting' : 'published');
    },
    {
      async refused(own, trouble, entries) {
        const kept = await findContribution(db, own.abstract.id);
        const typed = { ...typedPage(entries), version: kept.version };
        return form(own, kept, typed, { trouble });
      },
    },
  );

  function backTo({ abstract }: OwnAbstract, done: keyof typeof texts.done) {
    forgetPublication(context);
    return { location: `${abstractPath(abstract)}/website?done=${done}` };
  }

  /** The sentence in place of the form; undefined while the author can use it. */
  function closedWords(own: OwnAbstract, kept: KeptContribution): Markup | undefined {
    if (!isOffered(own)) return writeTo(said.closedNow, conference, abstractContact(conference));
    const isClosed = kept.takenDownAt !== undefined || own.abstract.title === undefined;
    return isClosed ? html`` : undefined;
  }

  /** The text of the author's Word file. Nothing is saved: the author checks it first. */
  async function textOfFile({ abstract }: OwnAbstract) {
    const { messages } = texts.form;
    if (!isWordFile(abstract)) return { trouble: messages.noWord };
    const bytes = await usableBytes(deps.files.store, abstract);
    if (typeof bytes === 'string') return { trouble: messages.unread };
    const text = await readWordText(bytes);
    return text === undefined ? { trouble: messages.noText } : { text };
  }

  type More = { mistakes?: Mistakes; trouble?: string; notice?: string | undefined };
  async function form(
    own: OwnAbstract,
    kept: KeptContribution,
    typed: TypedPage,
    { mistakes, trouble, notice }: More = {},
  ): Promise<LinkPage> {
    const now = timestamp(clock());
    const closed = closedWords(own, kept);
    const isWrong = mistakes !== undefined;
    const isOn = kept.consentedAt !== undefined && kept.endedAt === undefined;
    const endings = isOn ? await endsWithContribution(db, content, own.abstract.id) : [];
    const main = html`${notice === undefined ? undefined : html`<p class="receipt-words" role="status">${notice}</p>`}
    ${isOffered(own) ? stateWords(content, own, kept, now) : html`<p class="receipt-words">${closed}</p>`}
    ${alert(trouble ?? (isWrong ? said.mistakes : undefined))}
    ${closed ? undefined : websiteForm(content, own, typed, { mistakes, canRead: isWordFile(own.abstract) })}
    ${closed || !isOn ? undefined : endForm(own, endings)}`;
    return {
      main: whole(texts.heading, html`${main} ${wayBack(own)}`),
      ...(isWrong && { status: 400 }),
    };
  }

  function endForm({ abstract }: OwnAbstract, endings: readonly EndsWithPage[]): Markup {
    return html`<section aria-labelledby="end">
      <h2 id="end">${texts.form.end}</h2>
      <p class="receipt-words">${texts.form.endNote}</p>
      ${endings.map(({ author }) => html`<p class="receipt-words">${author}</p> `)}
      <form method="post" action="${abstractPath(abstract)}/website">
        <button class="receipt-download receipt-ending" name="${STEP}" value="end">
          ${texts.form.end}
        </button>
      </form>
    </section>`;
  }

  function preview(
    own: OwnAbstract,
    typed: TypedPage,
    read: Extract<ReadPage, { digest: string }>,
  ): LinkPage {
    const page = html`<h2>${own.abstract.title ?? ''}</h2>
      ${authorsPart(content, own.authors)} ${{ markup: read.html }}
      <p class="receipt-note">${read.licence}</p>`;
    const { previewHeading } = texts.form;
    const main = websitePreview(content, own, typed, { page, read });
    return { title: previewHeading, main: whole(previewHeading, main) };
  }

  function wayBack({ abstract }: OwnAbstract): Markup {
    return html`<p class="receipt-words"><a href="${abstractPath(abstract)}">${said.back}</a></p>`;
  }
}

/** Only the newer format of Word is a list of paragraphs. */
function isWordFile({ fileName }: OwnAbstract['abstract']): boolean {
  return /\.docx$/i.test(fileName);
}

function whole(title: string, main: Markup): Markup {
  return html`<article class="receipt">
    <h1>${title}</h1>
    ${main}
  </article>`;
}
