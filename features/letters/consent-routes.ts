import type { FastifyInstance } from 'fastify';
import { formEntries } from '#server/http/form-body.ts';
import { answerConsent } from '#server/mail/consents.ts';
import { askedPerson } from './consent-section.ts';
import {
  findOwner,
  returnToPage,
  type SelfServiceRoutes,
  sendNotFound,
} from '#server/self-service/own-pages.ts';

/** Keeps the answer to the question whether the next conference may invite the owner of a page. */
export function consentRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;

  app.post<{ Params: { token: string } }>(
    '/registration/:token/consent',
    { config: { limit: 'write' } },
    async ({ params, body }, reply) => {
      const owner = await findOwner(context.db, params);
      const person = owner && askedPerson(content, owner);
      if (!person) return sendNotFound(reply, deps);
      const { consent: answer } = formEntries(body);
      if (answer === 'yes' || answer === 'no') {
        const { name, email } = person;
        const entry = { name, email, language: content.language, answer } as const;
        await answerConsent(context.db, entry, context.clock());
      }
      return returnToPage(reply, owner);
    },
  );
}
