import { purgeCommand } from '#organiser/commands/purge.ts';
import { printed, testContext } from './test-commands.ts';
import type { TestServer } from './test-server.ts';

/** The output of purge, and its counts above 0. */
export async function purged(
  server: TestServer,
  isReal: boolean,
  { db = server.db, store = server.files.store, end = server.content.conference.dates.end } = {},
) {
  const { conference } = server.content;
  const content = {
    ...server.content,
    conference: { ...conference, dates: { ...conference.dates, end } },
  };
  const payments = { ...server.context, db };
  const commandContext = { ...testContext(server), payments, content, store: async () => store };
  const text = await printed((print) => purgeCommand(commandContext, isReal, print));
  const counts = Array.from(
    text.matchAll(/^(\S.*?) +(\d+)   (?:until|none)/gm),
    (match) => [match[1] ?? '', Number(match[2])] as const,
  );
  return { text, counts: Object.fromEntries(counts.filter(([, count]) => count > 0)) };
}
