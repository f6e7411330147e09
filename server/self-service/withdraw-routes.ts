import type { FastifyInstance } from 'fastify';
import { inTransaction } from '#server/database/database.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { lockOrderRows, registrationPath } from '#server/orders/orders.ts';
import { withdrawConfirmations } from '#server/orders/withdraw-confirmations.ts';
import { withNotice } from './notices.ts';
import { noRegistration } from './registration-page.ts';
import { findOwner, type SelfServiceRoutes } from './registration-page-routes.ts';
import { subjectOf, whoseOf } from './subject.ts';
import { waitingRequests } from './waiting-requests.ts';

type Link = { token: string; participantId?: string };

/** Ends a request that waits for its confirmation: the registration stays as it is. */
export function withdrawRoutes(
  app: FastifyInstance,
  { context, content, frame }: SelfServiceRoutes,
): void {
  const { yourRegistration: said } = content;
  const { db, clock } = context;
  for (const page of ['/registration/:token', '/registration/:token/people/:participantId']) {
    app.post<{ Params: Link }>(
      `${page}/withdraw-request`,
      { config: { limit: 'write' } },
      async ({ params }, reply) => {
        const owner = await findOwner(db, params);
        if (!owner) {
          const { title } = said;
          return sendPrivatePage(reply, frame, {
            title,
            main: noRegistration(content),
            status: 404,
          });
        }
        const path = registrationPath({ pageToken: owner.token });
        const about = subjectOf(owner, params.participantId);
        const waiting = await waitingRequests(db, owner, clock());
        const found = waiting.find(({ subject }) => subject.path === about?.path);
        if (!found) return keptPrivate(reply).redirect(path, 303);
        const { subject, confirmation } = found;
        await inTransaction(db, async (tx) => {
          await lockOrderRows(tx, [subject.order.id]);
          await withdrawConfirmations(tx, whoseOf(subject), clock());
        });
        const notice = confirmation.kind === 'address' ? 'addressKept' : 'offerWithdrawn';
        return keptPrivate(reply).redirect(withNotice(path, notice), 303);
      },
    );
  }
}
