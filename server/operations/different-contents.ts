import { timestamp } from '#server/identity.ts';
import { MINUTE } from '#contract/time-spans.ts';
import type { Found } from './concern.ts';
import type { RunningServer } from './servers.ts';

/** Servers on one database take a new state of the conference's folder one after the other. */
const MOST_APART_MS = 5 * MINUTE;

type Shown = Pick<RunningServer, 'host' | 'contentStamp' | 'contentSince'>;

/** The servers that still show an earlier state of the conference's folder than the newest, by the hosts' names. */
export function serversBehind<S extends Shown>(servers: readonly S[]): S[] {
  const showing = servers.filter(({ contentStamp }) => contentStamp !== undefined);
  const newest = showing.toSorted((one, other) => (since(one) < since(other) ? 1 : -1))[0];
  return showing.filter(({ contentStamp }) => contentStamp !== newest?.contentStamp);
}

/** Visitors get other texts and prices with each request, if that lasts. */
export function differentContents(servers: readonly RunningServer[], now: Date): Found[] {
  const behind = serversBehind(servers);
  const changed = servers.map(since).toSorted().at(-1) ?? '';
  if (behind.length === 0 || changed > timestamp(now, -MOST_APART_MS)) return [];
  const hosts = [...new Set(behind.map(({ host }) => host))].join(', ');
  return [
    {
      id: hosts,
      words: `the servers show different texts or prices: ${hosts} did not take the state that the others show since ${changed}; the log of that machine says why`,
    },
  ];
}

function since({ contentSince = '' }: Shown): string {
  return contentSince;
}
