import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyRequest,
} from 'fastify';
import type { Content } from '#contract/content.ts';
import { countConcerns } from './operations/concerns.ts';
import type { Container } from './container.ts';
import { hasUnscanned } from './abstract/abstract-scans.ts';
import { abstractRoutes } from './abstract/abstract-routes.ts';
import type { Pace } from './abstract/upload-pace.ts';
import { discountRoutes } from './discount/discount-routes.ts';
import type { DiskRoom } from './files/disk-room.ts';
import type { FileStore } from './files/file-store.ts';
import type { Uploads } from './files/uploads.ts';
import { apiDocs } from './http/api-docs.ts';
import { answerUnknownAddresses, refuse } from './http/errors.ts';
import { type Checks, type Gauges, healthRoutes, metrics } from './http/monitoring.ts';
import { httpServer } from './http/http-server.ts';
import { isOnThisMachine, onlyForOperators, operatorAccess } from './http/operator-access.ts';
import { originAsked } from './http/origin.ts';
import { answerOwnHosts } from './http/own-hosts.ts';
import { pageFrame } from './http/page-frame.ts';
import { type Pages, sendFallbackPage, servePages } from './http/pages.ts';
import { keepRoom, type Pressure, residentBytes, shedLoad } from './http/load-shedding.ts';
import { limitRates } from './http/rate-limit.ts';
import { shareRates } from './http/shared-rate-limit.ts';
import { AppError } from './errors.ts';
import { refuseClosed } from './opening.ts';
import type { TimeLimits } from './http/slow-clients.ts';
import { watchForUntrustedProxy } from './http/visitor-address.ts';
import { quotaGauges, roomChecks } from './config/quotas.ts';
import { type Clock, timestamp } from './identity.ts';
import { authorRoutes } from './abstract/author-routes.ts';
import { unsubscribeRoutes } from './letters/unsubscribe-routes.ts';
import { findHold } from './mail/hold.ts';
import { heldKinds, letterKinds } from './mail/mail-kinds.ts';
import { countUnsent } from './mail/outbox.ts';
import { paymentLinkRoutes } from './orders/payment-link-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { webhookRoutes } from './payments/webhooks.ts';
import { receiptRoutes } from './receipts/receipt-routes.ts';
import { registrationRoutes } from './registration/registration-routes.ts';
import { speakerRoutes } from './speakers/speaker-routes.ts';

export type AppParts = Container & {
  content: Content;
  /** Files arrive in the first and are kept in the second. */
  files: { uploads: Uploads; store: FileStore };
  publicBaseUrl: string | undefined;
  /** The address or name that the server listens on. */
  listensOn: string;
  /** The hosted pages of the pretend providers; absent with real ones. */
  sandboxPages: FastifyPluginAsync | undefined;
  /** The pages where testers read the mails that nobody gets; for operators, because the mails are other people's. */
  mailboxPages: FastifyPluginAsync | undefined;
  /** The built site; absent where only the calls are served. */
  pages: Pages | undefined;
  /** The address of another country service; absent: the built list. */
  countryService?: string | undefined;
  rateLimit: boolean;
  /** Proxies in front of the server whose word for the visitor's address counts. */
  trustedProxies: readonly string[];
  /** How long visitors may take; absent: as is usual. */
  times?: TimeLimits | undefined;
  /** How slow an upload may be; absent: as is usual. */
  uploadPace?: Pace | undefined;
  /** It was told to stop, and answers for a while. */
  isStopping: () => boolean;
  pressure: Pick<Pressure, 'isHigh'>;
  disk: Pick<DiskRoom, 'isLow' | 'isFull'>;
  /** Shows metrics, details of readiness and the mailbox to whoever brings it; absent: to this machine, while no public address is set. */
  metricsToken: string | undefined;
  /** Files are looked through for viruses: readiness tells when they wait. */
  hasScanner: boolean;
  logger: FastifyBaseLogger;
};

/** Puts the server together: the list of everything that it answers. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { context, mailLayout, content, pages, publicBaseUrl, countryService } = parts;
  const { conference, prices } = content;
  const { db, clock, newId } = context;
  const frame = pageFrame(pages, conference.name);
  const deps = { clock, newId, mailLayout, prices, isLimited: parts.rateLimit };
  const app = httpServer({
    logger: parts.logger,
    newRequestId: context.newId,
    isHttps: publicBaseUrl?.startsWith('https:') ?? false,
    trustedProxies: parts.trustedProxies,
    times: parts.times,
  });
  if (isOnThisMachine(publicBaseUrl)) answerOwnHosts(app, parts.listensOn);
  else watchForUntrustedProxy(app, (message, details) => parts.logger.warn(details, message));
  const originOf = (request: FastifyRequest) => publicBaseUrl ?? originAsked(request);

  const hasOperatorAccess = operatorAccess(parts.metricsToken, publicBaseUrl);
  shedLoad(app, parts.pressure);
  keepRoom(app, parts.disk);
  metrics(app, hasOperatorAccess, () => gaugesOf(parts));
  if (parts.rateLimit) {
    limitRates(app);
    shareRates(app, { db, clock, networkDigest: parts.networkDigest });
  }
  answerUnknownAddresses(
    app,
    pages
      ? sendFallbackPage(pages, originOf)
      : (request, reply) =>
          refuse(request, reply, new AppError('not-found', 'There is nothing at this address.')),
  );
  apiDocs(app, conference.name);

  // Inside a plugin of their own, the routes are registered after all of the above is in force.
  await app.register(async (routes) => {
    healthRoutes(routes, {
      db: context.db,
      checks: checksOf(parts),
      isStopping: parts.isStopping,
      hasOperatorAccess,
    });
    securityTxt(routes, conference.secretary.email, context.clock);
    speakerRoutes(routes, content.speakers);
    registrationRoutes(routes, { context, deps, sale: parts.sale, publicBaseUrl });
    discountRoutes(routes, {
      context,
      deps,
      fee: prices.fee,
      publicBaseUrl,
    });
    paymentRoutes(routes, context);
    receiptRoutes(routes, {
      db,
      words: content.mails,
      accent: content.conference.accent,
      frame,
    });
    authorRoutes(routes, { deps: { db, clock, newId, mailLayout, content }, content, frame });
    await routes.register(unsubscribeRoutes, { db, clock, words: content.mails, frame });
    paymentLinkRoutes(routes, { context, content, frame, publicBaseUrl });
    if (pages) await routes.register(servePages, { pages, originOf, countryService });
  });
  await app.register(webhookRoutes, { context, isLimited: parts.rateLimit });
  await app.register(abstractRoutes, {
    tools: { ...parts.files, db, clock, newId, mailLayout },
    sessions: content.sessions,
    rateLimit: parts.rateLimit,
    quotas: parts.quotas,
    refuseClosed: () =>
      refuseClosed(
        'The submission of abstracts',
        conference.opening.abstracts,
        clock,
        conference.secretary.email,
      ),
    pace: parts.uploadPace,
  });
  if (parts.sandboxPages) await app.register(parts.sandboxPages);
  if (parts.mailboxPages)
    await app.register(onlyForOperators(hasOperatorAccess, parts.mailboxPages));
  return app;
}

/** A mail or a file that waits longer than this says that mails do not go out, or that no scanner answers. */
const OVERDUE_MS = 60 * 60_000;

function checksOf({ context, disk, quotas, hasScanner, mailLayout }: AppParts): Checks {
  return {
    ...roomChecks(quotas),
    disk: async () => !disk.isLow(),
    mail: async () => {
      // Letters to many take their time, and what an organiser holds is held on purpose: doctor says it.
      if ((await findHold(context.db)) === 'all') return true;
      const held = [...heldKinds(mailLayout.words), ...letterKinds];
      const { oldest } = await countUnsent(context.db, held);
      return oldest === undefined || oldest > timestamp(context.clock(), -OVERDUE_MS);
    },
    ...(hasScanner && {
      scan: async () =>
        !(await hasUnscanned(context.db, new Date(context.clock().getTime() - OVERDUE_MS))),
    }),
  };
}

async function gaugesOf({
  context,
  files,
  disk,
  pressure,
  quotas,
  mailLayout,
}: AppParts): Promise<Gauges> {
  const held = [...heldKinds(mailLayout.words), ...letterKinds];
  const unsent = await countUnsent(context.db, held).catch(() => undefined);
  const concerns = unsent && (await countConcerns(context).catch(() => undefined));
  const waits =
    unsent?.oldest === undefined ? 0 : Number(context.clock()) - Date.parse(unsent.oldest);
  return {
    ...(unsent && { mails_waiting: unsent.count, oldest_mail_seconds: Math.round(waits / 1000) }),
    ...(concerns && { concerns: { label: 'about', values: concerns } }),
    ...(await quotaGauges(quotas)),
    database_up: Number(unsent !== undefined),
    disk_low: Number(disk.isLow()),
    pressure_high: Number(pressure.isHigh()),
    uploads_in_progress: files.uploads.count(),
    resident_memory_bytes: residentBytes(),
    uptime_seconds: Math.round(process.uptime()),
  };
}

const HALF_A_YEAR_MS = 182 * 24 * 60 * 60_000;

/**
 * Tells security researchers whom to contact (RFC 9116). The file expires half a year after each answer, so it is current as
 * long as the site answers.
 */
function securityTxt(app: FastifyInstance, contact: string, clock: Clock): void {
  app.get('/.well-known/security.txt', (_, reply) => {
    const expires = new Date(clock().getTime() + HALF_A_YEAR_MS).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`Contact: mailto:${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
}
