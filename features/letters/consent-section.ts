import type { Content } from '#contract/content.ts';
import { dayOf, dayText } from '#contract/content/calendar-days.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Db } from '#server/database/database.ts';
import { choiceField } from '#server/http/form-field.ts';
import { findConsent, answerConsent } from '#server/mail/consents.ts';
import { fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import type { FastifyInstance } from 'fastify';
import { backToPage, ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';

/** The name and the address that an own page asks; undefined if the page asks nobody. */
function askedPerson(
  { conference }: Pick<Content, 'conference'>,
  { participant, order }: PageOwner,
): { name: string; email: string } | undefined {
  const person = participant ?? order?.customer;
  return conference.invitesAgain && person && person.email !== '' ? person : undefined;
}

/** The question whether the next conference may invite the reader, with the answer so far. Nothing is chosen before. */
export async function consentSection(
  content: Content,
  db: Db,
  owner: PageOwner,
): Promise<Markup | undefined> {
  const person = askedPerson(content, owner);
  if (!person) return undefined;
  const { labels, conference, privacy } = content;
  const said = labels.consent;
  const known = await findConsent(db, person.email);
  const day =
    known && dayText(dayOf(known.answeredAt, conference.dates.timezone), conference.dates.language);
  const answered = known?.answer === 'yes' ? said.agreed : said.declined;
  return fold(
    { id: 'consent', heading: said.heading },
    html`<form method="post" action="${registrationPath(owner)}/consent" class="receipt-form">
        ${choiceField(
          {
            name: 'consent',
            label: said.question,
            note: day === undefined ? undefined : fillPlaceholders(answered, { day }),
            value: known?.answer ?? '',
          },
          [
            ...(known ? [] : [{ value: '', words: said.unanswered }]),
            { value: 'yes', words: said.yes },
            { value: 'no', words: said.no },
          ],
        )}
        <button class="receipt-download" type="submit">${said.save}</button>
      </form>
      <p class="receipt-words">${said.note} <a href="/privacy">${privacy.formNote.link}</a></p>`,
  );
}

/** Keeps the answer to the question whether the next conference may invite the owner of a page. */
export function consentRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;

  ownPages(app, deps).post('/registration/:token/consent', async (owner, { consent: answer }) => {
    const person = askedPerson(content, owner);
    if (!person) return undefined;
    if (answer === 'yes' || answer === 'no') {
      const { name, email } = person;
      const entry = { name, email, language: content.language, answer } as const;
      await answerConsent(context.db, entry, context.clock());
    }
    return backToPage(owner);
  });
}
