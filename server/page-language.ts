import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Content, inLanguage, languagesOf } from '#contract/content.ts';
import { tableOf } from './database/all-rows.ts';
import type { Db } from './database/database.ts';
import { compiledOnce } from './database/compiled-once.ts';
import type { TokenColumn } from './feature-pages.ts';
import { features } from './features.ts';
import { TOKEN } from './http/private-page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The language of a page behind a link, which is also that of its refusals. */
    language?: string;
  }
}

type Derived = (error: Error | null, language: string | undefined) => void;

/** The name of the constraint; Fastify routes a request by its value. */
const LANGUAGE = 'language';

/**
 * Registers the pages behind links in each language of the conference. A request reaches those in the language that is
 * stored with its person, or in the language that the address names. A conference with one language asks for none.
 */
export async function inEachLanguage(
  app: FastifyInstance,
  { db, content }: { db: Db; content: Content },
  register: (routes: FastifyInstance, content: Content) => Promise<void>,
): Promise<void> {
  const [, ...others] = languagesOf(content);
  if (others.length > 0) {
    const holders = tokenHolders();
    app.addConstraintStrategy({
      name: LANGUAGE,
      storage: () => {
        const handlers = new Map();
        return {
          get: (language) => handlers.get(language) ?? null,
          set: (language, handler) => void handlers.set(language, handler),
        };
      },
      // Fastify waits for a function with three parameters, though its types know only two.
      deriveConstraint(request: IncomingMessage, _context?: unknown, done?: Derived) {
        languageOf(db, holders, request.url ?? '').then(
          (language) => done?.(null, language),
          // The page itself answers that the database is silent.
          () => done?.(null, undefined),
        );
      },
    });
  }
  await app.register(async (routes) => {
    routes.addHook('onRoute', (route) => {
      route.config = { ...route.config, language: content.language };
    });
    await register(routes, content);
  });
  for (const language of others) {
    await app.register(async (routes) => {
      routes.addHook('onRoute', (route) => {
        route.config = { ...route.config, language };
        route.constraints = { ...route.constraints, [LANGUAGE]: language };
      });
      await register(routes, inLanguage(content, language));
    });
  }
}

/** The language of a page; undefined for the first one, and for addresses that are no page of a person. */
async function languageOf(
  db: Db,
  holders: ReturnType<typeof tokenHolders>,
  address: string,
): Promise<string | undefined> {
  const [path = '', query] = address.split('?');
  const named = new URLSearchParams(query).get(LANGUAGE);
  if (named !== null) return named;
  const [, kind = '', ...ends] = path.split('/');
  const token = ends.find((end) => TOKEN.test(end));
  if (token === undefined) return undefined;
  for (const languagesWith of holders.get(kind) ?? []) {
    const [row] = await languagesWith(db, token);
    if (row) return row.language;
  }
  return undefined;
}

/** The columns with the tokens of pages, by the beginning of their addresses, and how each row says its language. */
function tokenHolders() {
  const columns: [string, readonly TokenColumn[]][] = [
    ...Object.entries(ofTrunk),
    ...features().flatMap(({ pages }) => Object.entries(pages?.tokens ?? {})),
  ];
  const ofRow = (table: TokenColumn[0]) =>
    'language' in tableOf(table).columns
      ? sql`language`
      : sql`(select orders.language from orders where orders.id = order_id)`;
  return new Map(
    columns.map(([kind, all]) => [
      kind,
      all.map(([table, column]) =>
        compiledOnce(
          (_, token: string) => sql<{ language: string }>`
            select ${ofRow(table)} as language from ${sql.table(table)}
            where ${sql.ref(column)} = ${token}`,
        ),
      ),
    ]),
  );
}

/** A group's payer has a page by the order, and a request to confirm an address has the language of its order. */
const ofTrunk: Readonly<Record<string, readonly TokenColumn[]>> = {
  registration: [
    ['participants', 'page_token'],
    ['orders', 'page_token'],
    ['address_confirmations', 'token'],
  ],
  pay: [
    ['payment_links', 'token'],
    ['order_changes', 'token'],
  ],
  receipt: [['orders', 'receipt_token']],
  abstract: [['abstracts', 'token']],
};
