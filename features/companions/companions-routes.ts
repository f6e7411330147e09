import type { FastifyInstance } from 'fastify';
import { timestamp } from '#server/identity.ts';
import { backToPage, ownPages, type SelfServiceRoutes } from '#server/self-service/own-pages.ts';
import { refusedPage } from './companions-section.ts';
import { hostsOn, nameCompanions } from './name-companions.ts';

const NOTICES = {
  saved: 'companionsSaved',
  stale: 'companionsStale',
  notAsked: 'changedMeanwhile',
  over: 'changedMeanwhile',
} as const;

/** Saves the names of companions, of one participant at a time. */
export function companionsRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content } = deps;
  const { companions: said } = content.yourRegistration;

  ownPages(app, deps).post(
    '/registration/:token/companions',
    async (owner, { person: id, version = '', ...typed }) => {
      // The page of a member of a group names nobody for another member.
      const hosts = await hostsOn(context.db, content, owner);
      const host = hosts.find(({ person }) => person.id === id);
      if (!host || id === undefined) return undefined;
      const named = await nameCompanions(
        { payments: context, content },
        { page: owner.pageToken, personId: id, typed, version },
      );
      if (!('mistakes' in named)) return backToPage(owner, NOTICES[named.is]);
      const refused = { typed, ...named, trouble: said[named.is] };
      const now = timestamp(context.clock());
      const main = refusedPage(content, owner, host, now, refused);
      return { title: said.heading, main, status: 400 };
    },
  );
}
