import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Content, inLanguage, languagesOf } from '#contract/content.ts';
import type { Db } from './database/database.ts';
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
        languageOf(db, request.url ?? '').then(
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
async function languageOf(db: Db, address: string): Promise<string | undefined> {
  const [path = '', query] = address.split('?');
  const named = new URLSearchParams(query).get(LANGUAGE);
  if (named !== null) return named;
  const [, kind = '', ...ends] = path.split('/');
  const token = ends.find((end) => TOKEN.test(end));
  const find = token === undefined ? undefined : finders.get(kind);
  return find && token !== undefined ? find(db, token) : undefined;
}

type Find = (db: Db, token: string) => Promise<string | undefined>;

/** How to find the language of a page, by the beginning of its address. */
const finders = new Map<string, Find>([
  ['registration', ofRegistration],
  ['pay', ofLink],
  ['receipt', ofReceipt],
  ['waiting-list', ofEntry],
  ['offer', ofEntry],
  ['abstract', ofAbstract],
  ['invitation', ofInvitation],
]);

/** A group's payer has a page by the order, and a request to confirm an address has the language of its order. */
async function ofRegistration(db: Db, token: string): Promise<string | undefined> {
  const ofPerson = await db
    .selectFrom('participants')
    .select('language')
    .where('page_token', '=', token)
    .executeTakeFirst();
  if (ofPerson) return ofPerson.language;
  const ofPayer = await db
    .selectFrom('orders')
    .select('language')
    .where('page_token', '=', token)
    .executeTakeFirst();
  if (ofPayer) return ofPayer.language;
  const ofRequest = await db
    .selectFrom('address_confirmations')
    .innerJoin('orders', 'orders.id', 'address_confirmations.order_id')
    .select('orders.language')
    .where('address_confirmations.token', '=', token)
    .executeTakeFirst();
  return ofRequest?.language;
}

async function ofLink(db: Db, token: string): Promise<string | undefined> {
  const ofOrder = await db
    .selectFrom('payment_links')
    .innerJoin('orders', 'orders.id', 'payment_links.order_id')
    .select('orders.language')
    .where('payment_links.token', '=', token)
    .executeTakeFirst();
  if (ofOrder) return ofOrder.language;
  const ofChange = await db
    .selectFrom('order_changes')
    .innerJoin('orders', 'orders.id', 'order_changes.order_id')
    .select('orders.language')
    .where('order_changes.token', '=', token)
    .executeTakeFirst();
  return ofChange?.language;
}

async function ofReceipt(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('language')
    .where('receipt_token', '=', token)
    .executeTakeFirst();
  return row?.language;
}

async function ofEntry(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('waiting_list')
    .select('language')
    .where('token', '=', token)
    .executeTakeFirst();
  return row?.language;
}

async function ofAbstract(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('abstracts')
    .select('language')
    .where('token', '=', token)
    .executeTakeFirst();
  return row?.language;
}

async function ofInvitation(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('language')
    .where('token', '=', token)
    .executeTakeFirst();
  return row?.language;
}
