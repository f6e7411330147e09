import type { FastifyRequest } from 'fastify';
import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import type { Subject } from '#server/operations/subjects.ts';
import { allRights, type Level, may, type Rights } from './rights.ts';

/** The one who uses the dashboard, in each request. */
export type Organiser = {
  /** The name in the log; absent: the one who runs the process. */
  actor?: string;
  /** The id of a colleague; a plan of one is not performed by another. */
  id?: string;
  rights: Rights;
  /** The ids of a track chair's sessions, and who that is: somebody else decides about the own abstracts. */
  tracks?: { sessions: readonly string[]; name: string; email: string };
  /** The sentence that an act waits for a second person; undefined if it needs none. */
  whySecond?: (plan: Plan) => Promise<string | undefined>;
  /** Keeps an act that needs a second person, and says so; undefined if the act needs none. */
  asksSecond?: (plan: Plan, typed: Typed) => Promise<string[] | undefined>;
};

/** An action with the values of its form. */
export type Typed = { action: string; request?: unknown };

/** The organiser at a tunnel, who has the database anyway. */
export const WITH_ALL_RIGHTS: Organiser = { rights: allRights };

/** The right that a call of the dashboard needs: `anything` for whoever is logged in. */
export type Need = 'anything' | { level: Level; of: readonly Subject[] };

export function act(...of: Subject[]): Need {
  return { level: 'act', of };
}

export function see(...of: Subject[]): Need {
  return { level: 'see', of };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right to a call of the dashboard. A call without it is refused at the start. */
    needs?: Need;
    /** The dashboard on the web answers it before a log-in. */
    isOpen?: true;
    /** The browser opens it in a window of its own, and so without the header of calls. Its address is a secret. */
    isShown?: true;
  }
  interface FastifyRequest {
    organiser: Organiser;
  }
}

export function refuseWithoutRight({ organiser, routeOptions }: FastifyRequest): void {
  const { needs } = routeOptions.config;
  if (needs === 'anything') return;
  if (needs?.of.every((subject) => may(organiser.rights, needs.level, subject))) return;
  throw new WithoutRight();
}

export class WithoutRight extends ActionImpossible {
  constructor(words = 'You have no right to this. A chair gives rights: colleague rights.') {
    super(words);
  }
}
