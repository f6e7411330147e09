import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { answerErrors, refuse } from './errors.ts';
import { Refusal } from './refusal.ts';

/** A Fastify with the limits that a flood of slow, large or crooked requests has to meet. Times in milliseconds, sizes in bytes. */
export function httpServer(logger: FastifyBaseLogger, newRequestId: () => string): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    genReqId: newRequestId,
    // Our own line a request (below) has the route pattern; Fastify's would hold the whole address.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 70_000,
    keepAliveTimeout: 10_000,
    handlerTimeout: 15_000,
    forceCloseConnections: 'idle',
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: refuseUnreadable,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // The update calls are form-encoded without a body. What a form says is not read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: 4096 },
    (_, _body, done) => done(null, undefined),
  );
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  answerErrors(app);
  return app;
}

/** For addresses that cannot even be decoded, before any route is looked for. */
function refuseUnreadable(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void refuse(request, reply, new Refusal('bad-request', 'The address could not be read.'));
}
