import type { FastifyInstance } from 'fastify';
import { answerConsent } from '#server/mail/consents.ts';
import { askedPerson } from './consent-section.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';

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
