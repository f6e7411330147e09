import { inOneLine } from '#contract/content/languages.ts';
import { abstractContact } from '#contract/content/abstract-contact.ts';
import { optionIn, type Content } from '#contract/content.ts';
import type { FastifyReply } from 'fastify';
import { stateOf } from '#contract/content/opening.ts';
import { formEntries } from '#server/http/form-body.ts';
import { explained } from '#server/http/errors.ts';
import type { LinkRequest } from '#server/http/link-pages.ts';
import { knownOrigin } from '#server/http/origin.ts';
import { alert, buttonClass, factRow, writeTo } from '#server/http/page-parts.ts';
import { sentence } from '#server/http/sentence.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import { type AuthorTimes, editsAt, isFinalDue, timesOf } from './author-times.ts';
import type { AuthorDeps } from './author-deps.ts';
import { type ActPageName, authorsRow, personRows, publicationRow } from './author-page.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { arranged, readContribution, typedIn, typedOf } from './read-contribution.ts';
import { ARRANGE, contributionForm } from './contribution-form.ts';
import { detailsForm, readDetails, savedDetails } from './details-form.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { findOwnAbstract, type OwnAbstract } from './own-abstract.ts';
import { fileForm, receiveNewFile } from './file-form.ts';
import { saveContribution } from './save-contribution.ts';
import { keyOfForm, saveDetails } from './save-details.ts';
import { setWithdrawal } from './withdraw-abstract.ts';

export type Done = keyof Content['yourAbstract']['done'];
/** A page of an act: what went wrong, and the form. */
export type ActPage = { main: Markup; trouble?: string | undefined; status?: number };
/** The answer to a form: a page, or the sentence on the page of the abstract, whose link may be another now. */
export type ActAnswer = ActPage | { done: Done; token?: string };

type Act = {
  show: (deps: AuthorDeps, own: OwnAbstract, times: AuthorTimes) => Markup;
  answer: (
    deps: AuthorDeps,
    own: OwnAbstract,
    times: AuthorTimes,
    exchange: Exchange,
  ) => Promise<ActAnswer>;
};
type Exchange = { request: LinkRequest; reply: FastifyReply };

/** The acts that have a page, by the ends of their addresses. */
export const acts: Record<ActPageName, Act> = {
  contribution: {
    show: (deps, own) => contributionForm(deps.content, formOf(own, 'contribution'), typedOf(own)),
    async answer(deps, own, _, exchange) {
      const { content } = deps;
      const said = content.yourAbstract;
      const entries = formEntries(exchange.request.body);
      const typed = typedIn(entries);
      const form = { ...formOf(own, 'contribution'), version: versionIn(entries) };
      const { [ARRANGE]: button } = entries;
      if (button !== undefined) {
        const more = button === 'more' ? 5 : 0;
        return { main: contributionForm(content, form, arranged(typed, button), { more }) };
      }
      const read = readContribution(content, typed, own.abstract);
      if ('mistakes' in read) {
        const { mistakes } = read;
        const main = contributionForm(content, form, typed, { mistakes, more: 0 });
        return { main, trouble: said.mistakes, status: 400 };
      }
      const { id, token } = own.abstract;
      return answerSave(deps, own, exchange, {
        async save() {
          const done = await saveContribution(
            deps,
            { id, token, version: form.version },
            read.contribution,
          );
          return done === 'changed' ? done : { done, token };
        },
        form: (now) =>
          contributionForm(content, now ? formOf(now, 'contribution') : form, typed, { more: 0 }),
        saved: (now) => savedNow(content, now),
      });
    },
  },

  details: {
    show: (deps, own) =>
      detailsForm(deps.content, detailsFormOf(deps, own), savedDetails(own.abstract, deps.content)),
    async answer(deps, own, _, exchange) {
      const { content } = deps;
      const { request } = exchange;
      const entries = formEntries(request.body);
      const form = { ...detailsFormOf(deps, own), version: versionIn(entries) };
      const { hasSession } = form;
      const read = readDetails(content, entries, { hasSession, saved: own.abstract });
      if ('mistakes' in read) {
        const main = detailsForm(content, form, entries, read.mistakes);
        return { main, trouble: content.yourAbstract.mistakes, status: 400 };
      }
      const { id } = own.abstract;
      const origin = knownOrigin(deps.originOf(request));
      const key = keyOfForm(own.abstract.token, entries);
      const shown = { id, version: form.version, origin, key };
      return answerSave(deps, own, exchange, {
        save: () => saveDetails(deps, shown, read.details),
        form: (now) => detailsForm(content, now ? detailsFormOf(deps, now) : form, entries),
        saved: (now) => savedPerson(content, now),
      });
    },
  },

  file: {
    show: ({ content }, own, times) =>
      fileForm(content, `${abstractPath(own.abstract)}/file`, {
        isFinal: isFinalDue(content, times),
      }),
    async answer(deps, own, times, { request, reply }) {
      const { content } = deps;
      const { replace } = content.yourAbstract;
      const isFinal = isFinalDue(content, times);
      const again = (trouble: string, status: number): ActPage => ({
        main: fileForm(content, `${abstractPath(own.abstract)}/file`, {
          isFinal,
          mistake: trouble,
        }),
        status,
      });
      try {
        const received = await receiveNewFile(deps, own, request, isFinal ? 'final' : 'submitted');
        if (received === undefined) return again(replace.noFile, 400);
        if (received === 'gone') return { main: notPossible(content), status: 409 };
        if (received === 'same') return { done: 'sameFile' };
        return { done: isFinal ? 'finalSent' : 'fileReplaced' };
      } catch (error) {
        const { message, status } = explained(request, reply, error, content);
        return again(message, status);
      }
    },
  },

  withdraw: {
    show({ content, clock }, own) {
      const { withdraw: said } = content.yourAbstract;
      return html`<p class="receipt-words">${said.words}</p>
        <p class="receipt-words">${undoWords(content, own, clock)}</p>
        <form method="post" action="${abstractPath(own.abstract)}/withdraw">
          <button class="${buttonClass('ending')}" type="submit">${said.button}</button>
        </form>`;
    },
    async answer(deps, own, _, { request }) {
      const origin = knownOrigin(deps.originOf(request));
      await setWithdrawal(deps, own, { isWithdrawn: true, origin });
      return { done: 'withdrawn' };
    },
  },
};

/** In place of the form of an act that the state of an abstract does not allow. */
function notPossible({
  yourAbstract: { closedNow },
  conference,
}: Pick<Content, 'conference' | 'yourAbstract'>): Markup {
  return closedPart(writeTo(closedNow, conference, abstractContact(conference)));
}

export function closedPart(words: Markup): Markup {
  return html`<p class="receipt-words" role="alert">${words}</p>`;
}

/** A page of an act: its title, what went wrong, the form, and the way back. */
export function actPage(
  { yourAbstract: said, mails, conference }: Pick<Content, 'conference' | 'mails' | 'yourAbstract'>,
  { abstract }: OwnAbstract,
  { title, trouble, main }: { title: string; trouble?: string | undefined; main: Markup },
): Markup {
  return html`<article class="receipt">
    <h1>${title}</h1>
    <p class="receipt-words">
      ${mails.labels.reference}
      ${inOneLine([abstract.reference, conference.name], conference.language)}
    </p>
    ${alert(trouble)} ${main}
    <p class="receipt-words"><a href="${abstractPath(abstract)}">${said.back}</a></p>
  </article>`;
}

function formOf({ abstract }: OwnAbstract, act: ActPageName) {
  return { action: `${abstractPath(abstract)}/${act}`, version: abstract.version };
}

/** Session and interest area can be changed as long as the committee has not begun to read. */
function detailsFormOf({ content, clock }: AuthorDeps, own: OwnAbstract) {
  const now = timestamp(clock());
  const hasSession = !own.decision && stateOf(editsAt(content, now), now) === 'open';
  return { ...formOf(own, 'details'), hasSession };
}

type Saving = {
  save: () => Promise<{ done: Done; token: string } | 'changed'>;
  /** The form as typed: for the abstract that its reader has seen, or for the abstract as it is now. */
  form: (now?: OwnAbstract) => Markup;
  /** The entries that are saved now. */
  saved: (now: OwnAbstract) => Markup;
};

/** Saves a form. After a refusal, or a change by somebody else, the answer has the form as typed. */
async function answerSave(
  { db, content }: AuthorDeps,
  own: OwnAbstract,
  { request, reply }: Exchange,
  { save, form, saved }: Saving,
): Promise<ActAnswer> {
  try {
    const result = await save();
    if (result !== 'changed') return result;
  } catch (error) {
    const { message, status } = explained(request, reply, error, content);
    return { main: form(), trouble: message, status };
  }
  const now = (await findOwnAbstract(db, own.abstract.token)) ?? own;
  const main = html`${saved(now)} ${form(now)}`;
  return { main, trouble: content.yourAbstract.changedMeanwhile, status: 409 };
}

/** The version of the abstract for which a form was made. */
function versionIn({ version = '' }: Readonly<Record<string, string>>): number {
  return /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

function savedNow(
  { yourAbstract: said, optionWords }: Pick<Content, 'yourAbstract' | 'optionWords'>,
  { abstract, authors }: OwnAbstract,
): Markup {
  return html`<h2>${said.savedMeanwhile}</h2>
    <dl>
      ${factRow(said.labels.title, [abstract.title ?? said.notGiven])} ${authorsRow(said, authors)}
      ${factRow(said.labels.keywords, [abstract.keywords ?? said.notGiven])}
      ${abstract.wish === undefined ? undefined : factRow(said.labels.wish, [optionIn({ optionWords }, abstract.wish)])}
      ${publicationRow(said, abstract)}
    </dl>`;
}

function savedPerson(
  content: Pick<Content, 'labels' | 'language' | 'mails' | 'yourAbstract' | 'sessions'>,
  { abstract }: OwnAbstract,
): Markup {
  return html`<h2>${content.yourAbstract.savedMeanwhile}</h2>
    <dl>
      ${personRows(content, abstract)}
      ${factRow(content.mails.labels.session, [titlesOf(content, abstract).session])}
    </dl>`;
}

function undoWords(content: Content, own: OwnAbstract, clock: AuthorDeps['clock']): Markup {
  const { withdraw: said } = content.yourAbstract;
  const now = timestamp(clock());
  const withdrawn = { ...own.abstract, withdrawnAt: now };
  const { restore } = timesOf(content, { ...own, abstract: withdrawn }, now);
  return restore?.until && stateOf(restore, now) === 'open'
    ? sentence(said.undo, { until: endText(restore.until) })
    : html`${said.noUndo}`;
}
