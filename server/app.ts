import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyRequest,
} from 'fastify';
import { type Content, inLanguage, languagesOf } from '#contract/content.ts';
import { countConcerns } from './operations/concerns.ts';
import type { Container } from './container.ts';
import { features } from './features.ts';
import { hasUnscanned } from './abstract/abstract-scans.ts';
import { abstractRoutes } from './abstract/abstract-routes.ts';
import { lingerOnRefusal } from '#server/abstract/receive-upload.ts';
import type { Pace } from './abstract/upload-pace.ts';
import { discountRoutes } from './discount/discount-routes.ts';
import type { DiskRoom } from './files/disk-room.ts';
import type { FileStore } from './files/file-store.ts';
import type { Uploads } from './files/uploads.ts';
import { apiDocs } from './http/api-docs.ts';
import { answerUnknownAddresses, refuse } from './http/errors.ts';
import { gauge, type Metrics } from './http/metric-lines.ts';
import { type Checks, healthRoutes, metrics } from './http/monitoring.ts';
import type { Door } from './http/door.ts';
import { httpServer } from './http/http-server.ts';
import { isOnThisMachine, onlyForOperators, operatorAccess } from './http/operator-access.ts';
import { type OriginOf, originAsked } from './http/origin.ts';
import { answerOwnHosts } from './http/own-hosts.ts';
import { type PageFrame, pageFrame, publicFrame } from './http/page-frame.ts';
import { type Pages, sendFallbackPage, servePages } from './http/pages.ts';
import { keepRoom, type Pressure, shedLoad } from './http/load-shedding.ts';
import { limitRates } from './http/rate-limit.ts';
import { inRequestLanguage } from './http/request-language.ts';
import { shareRates } from './http/shared-rate-limit.ts';
import { AppError } from './errors.ts';
import { refuseClosed } from './opening.ts';
import type { TimeLimits } from './http/slow-clients.ts';
import { watchForSharedAddress } from './http/shared-address.ts';
import { watchForUntrustedProxy } from './http/visitor-address.ts';
import type { LinkPageDeps } from './feature-pages.ts';
import { inEachLanguage } from './page-language.ts';
import { recordingIn, type RegistrationDeps } from './registration/register.ts';
import { quotaMetrics, roomChecks } from './config/quotas.ts';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { type Clock, timestamp } from './identity.ts';
import { findHold } from './mail/hold.ts';
import { heldKinds, letterKinds } from './mail/mail-kinds.ts';
import { countUnsent } from './mail/outbox.ts';
import { paymentLinkRoutes } from '#server/orders/sell/payment-link-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { webhookRoutes } from './payments/webhooks.ts';
import { receiptRoutes } from './receipts/receipt-routes.ts';
import { registrationRoutes } from './registration/registration-routes.ts';
import { selfServiceRoutes } from './self-service/self-service-routes.ts';
import { speakerRoutes } from './speakers/speaker-routes.ts';

export type AppDeps = Container & {
  content: Content;
  /** The folder in which files arrive, and their store. */
  files: { uploads: Uploads; store: FileStore };
  dataDir: string;
  publicBaseUrl: string | undefined;
  /** The address or name that the server listens on. */
  listensOn: string;
  /** The hosted pages of the pretend providers; absent with real ones. */
  sandboxPages: FastifyPluginAsync | undefined;
  /** The page where testers read mails that are not sent. It needs operator access, because mails are personal. */
  mailboxPages: FastifyPluginAsync | undefined;
  /** The built site; absent if the server answers only the calls. */
  pages: Pages | undefined;
  /** The address of another country service; absent: the built list. */
  countryService?: string | undefined;
  rateLimit: boolean;
  /** Proxies in front of the server that may state the visitor's address. */
  trustedProxies: readonly string[];
  /** Makes the listening server; absent: the app has its own. */
  makeServer?: Door['makeServer'] | undefined;
  /** How long visitors may take; absent: the default. */
  times?: TimeLimits | undefined;
  /** How slow an upload may be; absent: the default. */
  uploadPace?: Pace | undefined;
  /** True while the server answers its last requests before it stops. */
  isStopping: () => boolean;
  pressure: Pick<Pressure, 'isHigh'>;
  disk: Pick<DiskRoom, 'isLow' | 'isFull'>;
  /** A request with this token sees metrics, details of readiness and the mailbox. Absent: only requests from this machine see them, and only while no public address is set. */
  metricsToken: string | undefined;
  /** Whether a scanner checks files for viruses: readiness then says if files wait too long for their scan. */
  hasScanner: boolean;
  /** Called with the private address that all visitors share, and with undefined when they no longer do. */
  keepSharedAddress: (address: string | undefined) => void;
  logger: FastifyBaseLogger;
};

/** The list of all routes. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { context, mailLayout, content, pages, publicBaseUrl, countryService } = deps;
  const { conference, prices } = content;
  const { db, clock, newId } = context;
  const recording = { clock, newId, mailLayout, prices, isLimited: deps.rateLimit };
  const frameIn = framesIn(pages, content);
  const app = httpServer({
    wordsFor: wordsIn(content),
    frameIn,
    logger: deps.logger,
    newRequestId: context.newId,
    isHttps: publicBaseUrl?.startsWith('https:') ?? false,
    trustedProxies: deps.trustedProxies,
    makeServer: deps.makeServer,
    times: deps.times,
  });
  if (isOnThisMachine(publicBaseUrl)) answerOwnHosts(app, deps.listensOn);
  else watchForUntrustedProxy(app, (message, details) => deps.logger.warn(details, message));
  watchForSharedAddress(app, deps.keepSharedAddress);
  const originOf = (request: FastifyRequest) => publicBaseUrl ?? originAsked(request);
  const hasOperatorAccess = operatorAccess(deps.metricsToken, publicBaseUrl);
  app.addHook('onRequest', async (request) => {
    // Before the hooks that refuse.
    if (request.routeOptions.config.limit === 'upload') lingerOnRefusal(request);
  });
  shedLoad(app, deps.pressure);
  keepRoom(app, deps.disk);
  metrics(app, hasOperatorAccess, () => metricsOf(deps));
  if (deps.rateLimit) {
    limitRates(app);
    shareRates(app, { db, clock, networkDigest: deps.networkDigest });
  }
  answerUnknownAddresses(
    app,
    pages
      ? sendFallbackPage(pages, originOf)
      : (request, reply) =>
          refuse(
            request,
            reply,
            new AppError('not-found', () => 'There is nothing at this address.'),
          ),
  );
  apiDocs(app, conference.name, publicBaseUrl);

  // Routes in a plugin are registered after all hooks above are active.
  await app.register(async (routes) => {
    const checks = checksOf(deps);
    healthRoutes(routes, { db, checks, isStopping: deps.isStopping, hasOperatorAccess });
    publicRoutes(routes, { deps, originOf, recording });
    if (pages) await routes.register(servePages, { pages, originOf, countryService });
  });
  await app.register(webhookRoutes, { context, isLimited: deps.rateLimit });
  await inEachLanguage(app, { db, content }, (routes, own) =>
    personalPages(routes, own, { deps, frame: frameIn(own.language), originOf, recording }),
  );
  if (content.addresses.includes('/abstract-submission')) await takeAbstracts(app, deps, originOf);
  if (deps.sandboxPages) await app.register(deps.sandboxPages);
  if (deps.mailboxPages) await app.register(onlyForOperators(hasOperatorAccess, deps.mailboxPages));
  return app;
}

async function takeAbstracts(
  app: FastifyInstance,
  { context, content, files, mailLayout, quotas, uploadPace: pace }: AppDeps,
  originOf: OriginOf,
): Promise<void> {
  const { db, clock, newId } = context;
  await app.register(abstractRoutes, {
    deps: { ...files, db, clock, newId, mailLayout },
    content,
    originOf,
    quotas,
    refuseClosed: () =>
      refuseClosed(
        content,
        (of) => ({ what: of.labels.refusals.abstracts, when: of.conference.opening.abstracts }),
        clock,
      ),
    pace,
  });
}

/** The frame of pages in each language. */
function framesIn(pages: Pages | undefined, content: Content) {
  const frame = pageFrame(pages, content);
  const frames = new Map(
    Object.entries(content.translations).map(([tag, own]) => [tag, pageFrame(pages, own)]),
  );
  return (language: string) => frames.get(language) ?? frame;
}

function wordsIn(content: Content) {
  return (request: FastifyRequest) => {
    const { language } = request.routeOptions.config;
    return language === undefined
      ? inRequestLanguage(content, request)
      : inLanguage(content, language);
  };
}

type Recording = { deps: AppDeps; originOf: OriginOf; recording: RegistrationDeps };

/** The calls and files for everybody. */
function publicRoutes(routes: FastifyInstance, { deps, originOf, recording }: Recording): void {
  const { context, content, pages, publicBaseUrl, sale } = deps;
  securityTxt(routes, content.conference.secretary.email, context.clock);
  speakerRoutes(routes, content);
  for (const own of [content, ...Object.values(content.translations)]) {
    const frame = publicFrame(pages, own);
    const ofFeatures = { ...deps, first: content, content: own, originOf, frame };
    for (const { pages: of } of features()) of?.public?.(routes, ofFeatures);
  }
  registrationRoutes(routes, { context, content, deps: recording, sale, publicBaseUrl });
  if (content.pages.discount) {
    discountRoutes(routes, { context, content, deps: recording, publicBaseUrl });
  }
  paymentRoutes(routes, context);
}

/** The pages for one person behind the links in mails, in the language of a content. */
async function personalPages(
  routes: FastifyInstance,
  content: Content,
  { deps, frame, originOf, recording }: Recording & { frame: PageFrame },
): Promise<void> {
  const { context, receipts } = deps;
  const { db } = context;
  await routes.register(async (app) => receiptRoutes(app, { db, content, receipts, frame }));
  await routes.register(async (app) =>
    paymentLinkRoutes(app, { context, content, frame, originOf }),
  );
  await routes.register(selfServiceRoutes, {
    context,
    content,
    receipts,
    frame,
    originOf,
    isLimited: deps.rateLimit,
  });
  const ofFeatures: LinkPageDeps = {
    ...deps,
    content,
    languages: languagesOf(deps.content),
    recording: recordingIn(recording, content),
    frame,
    originOf,
    pace: deps.uploadPace,
    isLimited: deps.rateLimit,
  };
  for (const { pages } of features()) {
    const { behindLinks } = pages ?? {};
    if (behindLinks) await routes.register(async (app) => behindLinks(app, ofFeatures));
  }
}

/** If a mail waits longer, the mail server does not take mails. If a file waits longer, no scanner answers. */
const OVERDUE_MS = HOUR;

function checksOf({ context, disk, quotas, hasScanner, mailLayout }: AppDeps): Checks {
  return {
    ...roomChecks(quotas),
    disk: async () => !disk.isLow(),
    mail: async () => {
      // Letters to many people are sent slowly, and organisers hold mails on purpose: doctor reports both.
      if ((await findHold(context.db)) === 'all') return true;
      const held = [...heldKinds(mailLayout.words), ...letterKinds()];
      const { oldest } = await countUnsent(context.db, held);
      return oldest === undefined || oldest > timestamp(context.clock(), -OVERDUE_MS);
    },
    ...(hasScanner && {
      scan: async () =>
        !(await hasUnscanned(context.db, new Date(context.clock().getTime() - OVERDUE_MS))),
    }),
  };
}

async function metricsOf(deps: AppDeps): Promise<Metrics> {
  const { context, files, disk, pressure, quotas, mailLayout } = deps;
  const held = [...heldKinds(mailLayout.words), ...letterKinds()];
  const unsent = await countUnsent(context.db, held).catch(() => undefined);
  const concerns = unsent && (await countConcerns(context).catch(() => undefined));
  const waits =
    unsent?.oldest === undefined ? 0 : Number(context.clock()) - Date.parse(unsent.oldest);
  return {
    ...(unsent && {
      plenary_mails_waiting: gauge('Mails that are not sent yet.', unsent.count),
      plenary_oldest_mail_seconds: gauge(
        'Time that the oldest of them has waited, in seconds.',
        Math.round(waits / 1000),
      ),
    }),
    ...(concerns && {
      plenary_concerns: gauge('What needs a person, by its subject.', {
        label: 'about',
        values: concerns,
      }),
    }),
    ...(await quotaMetrics(quotas)),
    plenary_database_up: gauge('1 if the database answers.', Number(unsent !== undefined)),
    plenary_disk_low: gauge(
      '1 if less than FILES_RESERVE_MB of the disk is free.',
      Number(disk.isLow()),
    ),
    plenary_pressure_high: gauge(
      '1 while the server refuses requests because it is overloaded.',
      Number(pressure.isHigh()),
    ),
    plenary_uploads_in_progress: gauge('Uploads in progress.', files.uploads.count()),
  };
}

const HALF_A_YEAR_MS = 182 * DAY;

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
