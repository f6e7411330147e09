import { timestamp } from '#server/identity.ts';
import { MINUTE } from '#contract/time-spans.ts';
import type { Found } from './concern.ts';
import type { RunningServer } from './servers.ts';

/** Servers on one database take a new state of the conference's folder one after the other. */
const MOST_APART_MS = 5 * MINUTE;

type Shown = Pick<RunningServer, 'host' | 'contentStamp' | 'contentSince'>;

/** The servers that still show an earlier state of the conference's folder than the newest. */
export function serversBehind<S extends Shown>(servers: readonly S[]): S[] {
  const newest = newestOf(servers);
  return showing(servers).filter(({ contentStamp }) => contentStamp !== newest?.contentStamp);
}

/** Visitors get other texts and prices with each request, if that lasts. */
export function differentContents(servers: readonly RunningServer[], now: Date): Found[] {
  const behind = serversBehind(servers);
  const { contentSince = '', startedAt = '' } = newestOf(servers) ?? {};
  // It may have started with pages that were built long before.
  const changed = contentSince > startedAt ? contentSince : startedAt;
  if (behind.length === 0 || changed > timestamp(now, -MOST_APART_MS)) return [];
  const hosts = [...new Set(behind.map(({ host }) => host))].join(', ');
  return [
    {
      id: hosts,
      words: `the servers show different texts or prices: ${hosts} did not take the state that the others show since ${changed}; the log of that machine says why`,
    },
  ];
}

function newestOf<S extends Shown>(servers: readonly S[]): S | undefined {
  return showing(servers).toSorted((one, other) => (since(one) < since(other) ? 1 : -1))[0];
}

/** A server that answers calls alone has no pages, and one of an earlier version does not say. */
function showing<S extends Shown>(servers: readonly S[]): S[] {
  return servers.filter(({ contentStamp }) => contentStamp !== undefined);
}

function since({ contentSince = '' }: Shown): string {
  return contentSince;
}
