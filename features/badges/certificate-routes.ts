import type { FastifyInstance } from 'fastify';
import { timestamp } from '#server/identity.ts';
import { readParticipants } from '#server/reports/list-participants.ts';
import { hasCertificate } from '#server/reports/person-words.ts';
import { printCertificate } from './print-documents.ts';
import { ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';

/** The certificate of attendance of a participant. The payer of a group has none, because each member has a page. */
export function certificateRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  ownPages(app, deps).get('/registration/:token/certificate.pdf', async ({ participant }) => {
    const [person] = participant ? await readParticipants(context.db, [participant.id]) : [];
    if (!person || !hasCertificate(content, person, timestamp(context.clock()))) return undefined;
    return {
      type: 'application/pdf',
      fileName: `certificate-${person.reference}.pdf`,
      content: await printCertificate(context.db, content, person),
    };
  });
}
