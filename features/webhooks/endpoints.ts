import type { Content } from '#contract/content.ts';
import type { Env } from '#server/config/env.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { isHostPrivate } from './private-addresses.ts';
import type { EventType, PersonalField } from './shape.ts';

type Named = { name: string; events: readonly EventType[]; fields: readonly PersonalField[] };
/** An endpoint to which messages can be sent. */
export type Endpoint = Named & { url: URL; secrets: readonly string[]; mayBePrivate: boolean };

/** The endpoints of the conference's folder, each with its address and secrets or with what is missing. */
export function endpointsOf(
  { conference: { webhooks } }: Pick<Content, 'conference'>,
  env: Env,
): (Endpoint | (Named & { trouble: string }))[] {
  return webhooks.map(({ id, events, fields }) => {
    const webhook = { name: id, events, fields };
    const found = env.WEBHOOK_ENDPOINTS.find(({ name }) => name === id);
    if (!found) return { ...webhook, trouble: 'WEBHOOK_ENDPOINTS has no address for it' };
    const url = new URL(found.url);
    const mayBePrivate = env.WEBHOOK_PRIVATE_HOSTS.includes(url.hostname);
    if (!mayBePrivate && isHostPrivate(url.hostname)) {
      return {
        ...webhook,
        trouble:
          'its address is on a private network, and WEBHOOK_PRIVATE_HOSTS does not name its host',
      };
    }
    return { ...webhook, url, secrets: found.secrets, mayBePrivate };
  });
}

/** Writes the endpoints into the table that the triggers read, and returns those to which something can be sent. */
export async function syncEndpoints(
  db: Db,
  content: Pick<Content, 'conference'>,
  env: Env,
): Promise<Endpoint[]> {
  const all = endpointsOf(content, env);
  const wanted = all.map((one) => ({
    name: one.name,
    events: `,${one.events.join(',')},`,
    trouble: 'trouble' in one ? one.trouble : null,
  }));
  const byName = (rows: typeof wanted) =>
    JSON.stringify(rows.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  const kept = await db
    .selectFrom('webhook_endpoints')
    .select(['name', 'events', 'trouble'])
    .execute();
  if (byName(kept) !== byName(wanted)) {
    await inTransaction(db, async (tx) => {
      const names = wanted.map(({ name }) => name);
      await tx
        .deleteFrom('webhook_endpoints')
        .where('name', 'not in', ['', ...names])
        .execute();
      for (const { name, ...row } of wanted) {
        await tx
          .insertInto('webhook_endpoints')
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute();
      }
    });
  }
  return all.flatMap((one) => ('trouble' in one ? [] : [one]));
}
