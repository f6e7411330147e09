import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AbstractFields } from '#contract/abstract.ts';
import type { ReplyOf } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import type { Option, Sessions } from '#contract/content/sessions-shape.ts';
import { ErrorReply } from '#contract/errors.ts';
import { answer } from '#server/http/answer.ts';
import { AppError } from '#server/errors.ts';
import { rejectHoneypot } from '#server/http/honeypot.ts';
import { isAbstractFile } from './abstract-file.ts';
import { type AbstractForm, receiveForm, refuseByHeaders } from './abstract-form.ts';
import {
  refuseBusyAuthor,
  refuseWithoutRoom,
  underCeilings,
  type UploadCeilings,
} from './abstract-limits.ts';
import { cleanFileName } from './file-name.ts';
import { lingerOnRefusal } from './linger.ts';
import { type Pace, usualPace } from './upload-pace.ts';
import { type AbstractTools, submitAbstract, type Submission } from './submit-abstract.ts';

type AbstractRoutes = {
  tools: AbstractTools;
  sessions: Sessions;
  /** Off for load tests: an author may send as many as he likes. */
  rateLimit: boolean;
  quotas: UploadCeilings;
  /** For tests, which have no minutes. */
  pace?: Pace | undefined;
};

export async function abstractRoutes(app: FastifyInstance, parts: AbstractRoutes): Promise<void> {
  const { tools, sessions, rateLimit, quotas, pace = usualPace } = parts;
  const { db, uploads, clock, newId } = tools;

  const interestAreas = sessions.interestAreas.map(asChoice);
  const choices = sessions.sessions.map(asChoice);
  answer(app, calls.listInterestAreas, 'read', async () => interestAreas);
  answer(app, calls.listSessions, 'read', async () => choices);

  async function take(request: FastifyRequest): Promise<ReplyOf<typeof calls.submitAbstract>> {
    const key = newId();
    try {
      const submission = await submissionIn(
        await receiveForm(request, uploads, key, pace),
        sessions,
      );
      if (rateLimit) await refuseBusyAuthor(db, clock(), submission.author.email);
      const { reference, fileName, bytes, sha256 } = await underCeilings(
        quotas,
        submission.upload.bytes,
        () => submitAbstract(tools, submission),
      );
      return {
        success: true,
        message: 'Your abstract has arrived.',
        reference,
        session: submission.session,
        fileName,
        bytes,
        sha256,
      };
    } finally {
      await uploads.forget(key);
    }
  }

  await app.register(multipart, { throwFileSizeLimit: false });
  const { method, path, reply } = calls.submitAbstract;
  app.route({
    method,
    url: path,
    // A little more than the handler has, which says why it is over.
    config: { limit: 'upload', bodyMs: pace.longestMs + 5000 },
    schema: {
      response: { 200: reply, '4xx': ErrorReply, '5xx': ErrorReply },
    },
    handlerTimeout: pace.longestMs,
    onRequest: [lingerOnRefusal, refuseByHeaders],
    handler: async (request, response) => {
      void response.header('cache-control', 'no-store');
      await refuseWithoutRoom(quotas);
      return take(request);
    },
  });
}

/** Checks what a form says, and its file by its bytes. */
async function submissionIn(form: AbstractForm, sessions: Sessions): Promise<Submission> {
  const parsed = AbstractFields.safeParse(form.fields);
  if (!parsed.success) throw wrong(parsed.error.issues.map(({ path }) => String(path[0])));
  const { website, ...author } = parsed.data;
  rejectHoneypot({ website });
  const session = sessions.sessions.find(({ id }) => id === author.sessionId);
  if (!session) throw wrong(['sessionId']);
  const interestArea = sessions.interestAreas.find(({ id }) => id === author.interestedInId);
  if (!interestArea) throw wrong(['interestedInId']);

  const { file } = form;
  if (!file || file.name === '') throw wrong(['abstractFile']);
  const fileName = cleanFileName(file.name);
  if (!(await isAbstractFile(fileName, file.upload.path, file.upload.bytes))) {
    throw new AppError('bad-request', 'Only PDF, DOC, DOCX files allowed.', {
      fields: ['abstractFile'],
    });
  }
  const { upload } = file;
  return { author, fileName, upload, session: session.name, interestArea: interestArea.name };
}

function wrong(fields: string[]): AppError {
  const unique = [...new Set(fields)];
  return new AppError('bad-request', `Please check these fields: ${unique.join(', ')}.`, {
    fields: unique,
  });
}

function asChoice({ id, name }: Option) {
  return { id, option_name: name };
}
