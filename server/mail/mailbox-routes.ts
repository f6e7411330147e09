import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '#server/database/database.ts';
import { mailListPage, type MailboxPage, mailPage, noMailPage } from './mailbox-page.ts';
import { findMessage, listMessages } from './posted-messages.ts';

const Query = z.object({ q: z.string() });

/** The page shows only the latest mails; the folder has all. */
const MOST = 200;

/**
 * Pages on which testers read the mails that were written and not sent. The HTML of a mail is in a frame that runs no
 * script and loads nothing.
 */
export function mailboxRoutes(db: Db) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/sandbox/mail', async ({ query }, reply) => {
      const text = Query.safeParse(query).data?.q.trim() ?? '';
      return send(reply, 200, mailListPage(await listMessages(db, MOST, text), text));
    });

    app.get<{ Params: { id: string } }>('/sandbox/mail/:id', async ({ params }, reply) => {
      const mail = await findMessage(db, params.id);
      return mail ? send(reply, 200, mailPage(mail)) : send(reply, 404, noMailPage());
    });

    app.get<{ Params: { id: string } }>('/sandbox/mail/:id/letter', async ({ params }, reply) => {
      const markup = (await findMessage(db, params.id))?.content.html;
      if (markup === undefined) return send(reply, 404, noMailPage());
      return reply
        .headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': MAIL_POLICY,
          'X-Frame-Options': 'SAMEORIGIN',
          'Referrer-Policy': 'no-referrer',
        })
        .send(markup.replace('<head>', '<head><base target="_blank">'));
    });
  };
}

function send(reply: FastifyReply, status: number, { body, policy }: MailboxPage): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(body);
}

const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');
