import type { FastifyInstance } from 'fastify';
import { sendNotice, sendPage } from '../page-frame.ts';
import { type Mailbox, MAILBOX_PATH } from './mailbox.ts';
import { mailList, mailPage } from './mailbox-page.ts';
import { mailboxStyle } from './mailbox-style.ts';

/**
 * Pages that show the mails that were not sent. A mail's HTML is in a frame of its own that runs no script and loads
 * nothing, as in a careful mail program.
 */
export function mailboxRoutes(mailbox: Mailbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(MAILBOX_PATH, async (_, reply) =>
      sendPage(reply, {
        status: 200,
        title: 'Mails · Test mode',
        moreStyle: mailboxStyle,
        body: mailList(await mailbox.list()),
      }),
    );

    app.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id`, async ({ params }, reply) => {
      const mail = await mailbox.read(params.id);
      if (!mail) return noMail(reply);
      return sendPage(reply, {
        status: 200,
        title: `${mail.subject} · Test mode`,
        moreStyle: mailboxStyle,
        body: mailPage(mail),
        framesOwn: true,
      });
    });

    app.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id/letter`, async ({ params }, reply) => {
      const mail = await mailbox.read(params.id);
      if (mail?.html === undefined) return noMail(reply);
      return reply
        .headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': LETTER_POLICY,
          'X-Frame-Options': 'SAMEORIGIN',
          'Referrer-Policy': 'no-referrer',
        })
        .send(mail.html.replace('<head>', '<head><base target="_blank">'));
    });

    function noMail(reply: Parameters<typeof sendNotice>[0]) {
      return sendNotice(reply, {
        status: 404,
        heading: 'No such mail',
        text: 'It may be of another data folder.',
        back: MAILBOX_PATH,
      });
    }
  };
}

const LETTER_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');
