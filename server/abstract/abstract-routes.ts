import { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AbstractFields } from '#contract/abstract.ts';
import type { ReplyOf } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import type { Option, Sessions } from '#contract/content/sessions-shape.ts';
import { countryOf } from '#contract/countries.ts';
import { ErrorReply } from '#contract/errors.ts';
import { answer, rejectHoneypot } from '#server/http/answer.ts';
import { AppError } from '#server/errors.ts';
import { type FileProblem, inspectAbstractFile } from './abstract-file.ts';
import { type AbstractForm, receiveForm, refuseByHeaders } from './abstract-form.ts';
import {
  getsMail,
  refuseWithoutRoom,
  reserveUpload,
  type UploadQuotas,
} from './abstract-limits.ts';
import { cleanFileName } from './file-name.ts';
import { type Pace, usualPace } from './upload-pace.ts';
import { type AbstractDeps, submitAbstract, type Submission } from './submit-abstract.ts';

type AbstractRoutes = {
  deps: AbstractDeps;
  sessions: Sessions;
  /** False in load tests: an author may send any number of abstracts. */
  rateLimit: boolean;
  quotas: UploadQuotas;
  /** Throws if the submission of abstracts is closed. An upload that began in time is accepted. */
  refuseClosed: () => void;
  /** Tests give a shorter time limit. */
  pace?: Pace | undefined;
};

export async function abstractRoutes(
  app: FastifyInstance,
  { deps, sessions, rateLimit, quotas, refuseClosed, pace = usualPace }: AbstractRoutes,
): Promise<void> {
  const { db, uploads, clock, newId } = deps;

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
      const isTold = !rateLimit || (await getsMail(db, clock(), submission.author.email));
      using _reservation = await reserveUpload(quotas, submission.upload.bytes);
      const { reference, fileName, bytes, sha256 } = await submitAbstract(deps, submission, isTold);
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
    config: { limit: 'upload' },
    schema: {
      response: { 200: reply, '4xx': ErrorReply, '5xx': ErrorReply },
    },
    handlerTimeout: pace.longestMs,
    onRequest: [lingerOnRefusal, refuseByHeaders],
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
  const author = { ...fields, country: countryOf(fields.country) };
  const session = sessions.sessions.find(({ id }) => id === author.sessionId);
  if (!session) throw wrong(['sessionId']);
  const interestArea = sessions.interestAreas.find(({ id }) => id === author.interestedInId);
  if (!interestArea) throw wrong(['interestedInId']);

  const { file } = form;
  if (!file || file.name === '') throw wrong(['abstractFile']);
  const fileName = cleanFileName(file.name);
  const { upload } = file;
  const found = await inspectAbstractFile(fileName, upload.path, upload.bytes);
  if (typeof found === 'string') {
    throw new AppError('bad-request', REFUSED[found], { fields: ['abstractFile'] });
  }
  const { activeContent } = found;
  const titles = { session: session.name, interestArea: interestArea.name };
  return { author, fileName, upload, activeContent, ...titles };
}

const WRONG_TYPE = 'Only PDF, DOC, DOCX files allowed.';

/** The refusal for each problem of a file: the problem and the remedy. */
const REFUSED: Record<FileProblem, string> = {
  type: WRONG_TYPE,
  isPdf: `${WRONG_TYPE} This file is a PDF with another ending: rename it to end with .pdf, and send it again.`,
  isDoc: `${WRONG_TYPE} This file is a Word or RTF document of the old kind: rename it to end with .doc, and send it again.`,
  isDocx: `${WRONG_TYPE} This file is a Word document of the new kind: rename it to end with .docx, and send it again.`,
  isWebPage: `${WRONG_TYPE} This file is a web page: open it, save it as a PDF, and send that.`,
  password:
    'This file asks for a password, so nobody could read it. Please save it without the password, and send it again.',
  damaged:
    'This file is damaged: its end is missing. Please open and save it again, and send it once more.',
  macros:
    'This document contains macros. Please save it without macros, or as a PDF, and send it again.',
  external:
    'This document loads something from elsewhere, such as a linked picture or a template. Please save it as a PDF and send that.',
  within:
    'This document contains another document, such as a web page. Please save it as a PDF and send that.',
};

function wrong(fields: string[]): AppError {
  const unique = [...new Set(fields)];
  return new AppError('bad-request', `Please check these fields: ${unique.join(', ')}.`, {
    fields: unique,
  });
}

function asChoice({ id, name }: Option) {
  return { id, option_name: name };
}

/** In milliseconds: time for an answer to cross the world while a large body is still on its way. */
const LINGER_MS = 2000;

/**
 * Lets a visitor read the reason why a large upload was refused. If the server closes a connection while the browser
 * still sends, the browser shows a network error instead of the answer. So after an early answer the server closes only
 * its own side of the connection, and discards further bytes for a moment.
 */
async function lingerOnRefusal({ raw }: FastifyRequest): Promise<void> {
  const { socket } = raw;
  // Node calls this once an answer with connection: close is written.
  socket.destroySoon = () => {
    if (raw.complete) return Socket.prototype.destroySoon.call(socket);
    socket.end();
    const cut = () => socket.destroy();
    const timer = setTimeout(cut, LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
    raw.once('end', cut);
    raw.resume();
  };
}
