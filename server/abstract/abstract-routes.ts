import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AbstractFields } from '#contract/abstract.ts';
import type { ReplyOf } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import type { Content } from '#contract/content.ts';
import type { Option, Sessions } from '#contract/content/shapes/sessions-shape.ts';
import { countryOf } from '#contract/countries.ts';
import { ErrorReply } from '#contract/errors.ts';
import { answer, rejectHoneypot } from '#server/http/answer.ts';
import { inRequestLanguage } from '#server/http/request-language.ts';
import type { OriginOf } from '#server/http/origin.ts';
import { AppError } from '#server/errors.ts';
import { type AbstractForm, FILE_FIELD } from './abstract-form.ts';
import { refuseWithoutRoom, reserveUpload, type UploadQuotas } from './abstract-limits.ts';
import { acceptFile } from './accept-file.ts';
import { refuseByHeaders, withUpload } from './receive-upload.ts';
import { type Pace, usualPace } from './upload-pace.ts';
import { type AbstractDeps, submitAbstract, type Submission } from './submit-abstract.ts';

type AbstractRoutes = {
  deps: AbstractDeps;
  content: Content;
  originOf: OriginOf;
  quotas: UploadQuotas;
  /** Throws if the submission of abstracts is closed. An upload that began in time is accepted. */
  refuseClosed: () => void;
  /** Tests give a shorter time limit. */
  pace?: Pace | undefined;
};

export async function abstractRoutes(
  app: FastifyInstance,
  { deps, content, originOf, quotas, refuseClosed, pace = usualPace }: AbstractRoutes,
): Promise<void> {
  const own = (request: FastifyRequest) => inRequestLanguage(content, request);
  answer(app, calls.listInterestAreas, 'read', async ({ http }) =>
    own(http).sessions.interestAreas.map(asChoice),
  );
  answer(app, calls.listSessions, 'read', async ({ http }) =>
    own(http).sessions.sessions.map(asChoice),
  );

  async function take(request: FastifyRequest): Promise<ReplyOf<typeof calls.submitAbstract>> {
    const { language, sessions, labels } = own(request);
    const mailLayout = deps.mailLayout.in(language);
    return withUpload(request, { ...deps, pace }, async (form) => {
      const submission = await submissionIn(form, sessions);
      using _reservation = await reserveUpload(quotas, submission.upload.bytes);
      const link = { origin: originOf(request) };
      const { reference, fileName, bytes, sha256 } = await submitAbstract(
        { ...deps, mailLayout },
        submission,
        link,
      );
      return {
        success: true,
        message: labels.replies.abstractArrived,
        reference,
        session: submission.session,
        fileName,
        bytes,
        sha256,
      };
    });
  }

  await app.register(multipart, { throwFileSizeLimit: false });
  const { method, path, reply } = calls.submitAbstract;
  app.route({
    method,
    url: path,
    config: { limit: 'upload' },
    schema: {
      response: { 200: reply, '4xx': ErrorReply, '5xx': ErrorReply },
    },
    handlerTimeout: pace.longestMs,
    onRequest: async (request) => refuseByHeaders(request),
    handler: async (request, response) => {
      void response.header('cache-control', 'no-store');
      refuseClosed();
      await refuseWithoutRoom(quotas);
      return take(request);
    },
  });
}

/** Checks the entries of a form, and its file by its bytes. */
async function submissionIn(form: AbstractForm, sessions: Sessions): Promise<Submission> {
  const parsed = AbstractFields.safeParse(form.fields);
  if (!parsed.success) throw wrong(parsed.error.issues.map(({ path }) => String(path[0])));
  const { reserved, ...fields } = parsed.data;
  rejectHoneypot({ reserved });
  const submitter = { ...fields, country: countryOf(fields.country) };
  const session = sessions.sessions.find(({ id }) => id === submitter.sessionId);
  if (!session) throw wrong(['sessionId']);
  const interestArea = sessions.interestAreas.find(({ id }) => id === submitter.interestedInId);
  if (!interestArea) throw wrong(['interestedInId']);

  const file = await acceptFile(form.file);
  if (!file) throw wrong([FILE_FIELD]);
  return { submitter, ...file, session: session.name, interestArea: interestArea.name };
}

function wrong(fields: string[]): AppError {
  const unique = [...new Set(fields)];
  return new AppError('bad-request', 'checkFields', {
    values: { fields: unique.join(', ') },
    fields: unique,
  });
}

function asChoice({ id, name }: Option) {
  return { id, option_name: name };
}
