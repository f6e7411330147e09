import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { PANEL_PATH, sendNotice, sendPage, takeForms } from '../pages/page.ts';
import type { SandboxControl } from '../control.ts';
import type { State } from '../state.ts';
import { actions } from './panel-actions.ts';
import { panelPage, type Word } from './panel-page.ts';
import { panelStyle } from './panel-style.ts';

type Parts = { control: SandboxControl; state: State; clock: Clock; log: (line: string) => void };

/**
 * A page that makes the providers misbehave, by plain forms. Open to everybody who can open the site: it moves pretend
 * money only, and shows no id that opens a payment page with the payer's address.
 */
export function panelRoutes({ control, state, clock, log }: Parts) {
  return async (app: FastifyInstance): Promise<void> => {
    takeForms(app);

    function show(reply: FastifyReply, status: number, word: Word | undefined): FastifyReply {
      return sendPage(reply, {
        status,
        title: 'Fault panel · Test mode',
        moreStyle: panelStyle,
        body: panelPage({
          now: clock.now(),
          settings: control.settings(),
          payments: control.payments(),
          ledger: control.ledger(),
          calls: control.calls(),
          word,
        }),
      });
    }

    app.get(PANEL_PATH, (request, reply) => {
      const { done } = z.parse(query, request.query ?? {});
      const action = Object.hasOwn(actions, done) ? actions[done] : undefined;
      return show(reply, 200, action && { ...action, isBad: false });
    });

    for (const [name, { section, run }] of Object.entries(actions)) {
      app.post(`${PANEL_PATH}/panel/${name}`, async (request, reply) => {
        if (!isFromHere(request.headers)) {
          return sendNotice(reply, {
            status: 403,
            heading: 'Not from here',
            text: 'This was sent by another site, so nothing was changed.',
            back: PANEL_PATH,
          });
        }
        try {
          await run(control, request.body ?? {}, log);
        } catch (cause) {
          const isUnreadable = cause instanceof z.core.$ZodError;
          const said = isUnreadable ? cause.issues[0]?.message : undefined;
          const text = said ?? (cause instanceof Error ? cause.message : 'This cannot be done.');
          return show(reply, isUnreadable ? 400 : 409, { section, text, isBad: true });
        }
        await state.saved();
        return reply.redirect(`${PANEL_PATH}?done=${name}#${section}`, 303);
      });
    }
  };
}

const query = z.object({ done: z.catch(z.string(), '') });

/**
 * Whether a form was sent by a page of this site, by the browser's Sec-Fetch-Site header where the connection is secure,
 * else by Origin. A request with neither is not from a browser, so nobody can be tricked into sending it.
 */
function isFromHere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || URL.parse(origin)?.host === host;
}
