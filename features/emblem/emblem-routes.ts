import { spelledIn } from '#contract/letters.ts';
import type { FastifyInstance } from 'fastify';
import { makeEmblemPicture } from '#documents/emblem-picture.ts';
import { emblemOf } from './emblem-section.ts';
import { ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';
import { isConfirmed } from '#server/self-service/page-facts.ts';

/** The emblem of a participant with a confirmed place as a picture to share, with the name if `?name=yes` asks for it. */
export function emblemRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;

  ownPages(app, deps).get('/registration/:token/emblem.png', async (owner, _, { query }) => {
    const text = emblemOf(content.conference.looks, owner);
    if (text === undefined || !(await isConfirmed(context, owner))) return undefined;
    const name = query['name'] === 'yes' ? owner.participant?.name : undefined;
    const picture = await makeEmblemPicture(content, text, name);
    return { type: 'image/png', fileName: fileName(name !== undefined), content: picture };
  });

  function fileName(hasName: boolean): string {
    const conference = plainWords(content.conference.name);
    return `${[conference, 'emblem', hasName ? 'with-name' : ''].filter(Boolean).join('-')}.png`;
  }
}

/** The plain letters and digits of a name: polymer-summit-2026. Empty for other scripts. */
function plainWords(name: string): string {
  const words = spelledIn(/[a-z0-9]/, name.toLowerCase(), ' ');
  return words.trim().replaceAll(/ +/g, '-');
}
