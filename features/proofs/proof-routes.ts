import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { FILE_FIELD } from '#server/abstract/abstract-form.ts';
import {
  refuseWithoutRoom,
  reserveUpload,
  type UploadQuotas,
} from '#server/abstract/abstract-limits.ts';
import { cleanFileName } from '#server/abstract/file-name.ts';
import { keepFile } from '#server/abstract/keep-file.ts';
import { refuseByHeaders, withUpload } from '#server/abstract/receive-upload.ts';
import { type Pace, usualPace } from '#server/abstract/upload-pace.ts';
import { AppError } from '#server/errors.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { removeRecordedFiles } from '#server/files/recorded-removals.ts';
import { cutUpload, type Upload, type Uploads } from '#server/files/uploads.ts';
import { fileField } from '#server/http/form-field.ts';
import { readForms } from '#server/http/form-body.ts';
import type { LinkPage } from '#server/http/link-pages.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { lockOrderRows, registrationPath } from '#server/orders/rows/orders.ts';
import { findPageOwner, type PageOwner } from '#server/orders/rows/page-owners.ts';
import { neededProof } from './proof-needs.ts';
import { findProof, forgetProofFile, saveProofFile } from './proofs.ts';
import { pageOfCancelled } from '#server/self-service/act-routes.ts';
import { backToPage, ownPages } from '#server/self-service/own-pages.ts';
import { cancelledSubject } from '#server/self-service/subject.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { inspectProof } from './inspect-proof.ts';

export type ProofRoutes = {
  context: PaymentContext;
  content: Content;
  files: { uploads: Uploads; store: FileStore };
  quotas: UploadQuotas;
  frame: PageFrame;
  pace: Pace | undefined;
  isLimited: boolean;
};

/** The page on which a participant sends the proof of a price. */
export async function proofRoutes(
  app: FastifyInstance,
  { context, content, files, quotas, frame, pace = usualPace, isLimited }: ProofRoutes,
): Promise<void> {
  const said = content.labels.proof;
  const receiving = { context, content, files, quotas, pace };
  readForms(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  if (isLimited) limitLinks(app);
  const { get, post } = ownPages(app, { context, content, frame });
  const url = '/registration/:token/proof';

  get(url, (owner) => page(owner));

  post(
    url,
    async (owner, _, request) => {
      const proving = provingOf(content, owner);
      if (!proving) return page(owner);
      await receive(receiving, request, proving);
      return backToPage(owner, 'proofSent');
    },
    {
      limit: 'upload',
      handlerTimeout: pace.longestMs,
      refused: (owner, mistake) => page(owner, mistake) ?? backToPage(owner),
    },
  );

  function page(owner: PageOwner, mistake?: string): LinkPage | undefined {
    const { title } = said;
    const proving = provingOf(content, owner);
    if (proving) {
      const now = timestamp(context.clock());
      return { title, main: proofPage(said, proving, { now, mistake }) };
    }
    const cancelled = cancelledSubject(owner);
    return cancelled && pageOfCancelled(content, cancelled, { title, titleOf: title });
  }
}

/** The participant of a page whose price needs a proof. */
function provingOf({ prices }: Content, owner: PageOwner): Proving | undefined {
  const { participant, order } = owner;
  if (!participant || !order) return undefined;
  const needed = neededProof(prices, order, participant.id);
  return needed && { ...owner, participant, order, needed };
}

type Proving = PageOwner & {
  participant: NonNullable<PageOwner['participant']>;
  order: NonNullable<PageOwner['order']>;
  needed: NonNullable<ReturnType<typeof neededProof>>;
};

type Receiving = Pick<ProofRoutes, 'context' | 'content' | 'files' | 'quotas'> & { pace: Pace };

async function receive(
  receiving: Receiving,
  request: FastifyRequest,
  owner: Proving,
): Promise<void> {
  const { context, content, files, quotas, pace } = receiving;
  const { newId } = context;
  const said = content.labels.proof;
  refuseByHeaders(request);
  await refuseWithoutRoom(quotas);
  await withUpload(request, { uploads: files.uploads, newId, pace }, async ({ file }) => {
    if (!file || file.name === '') throw refusal(said.noFile);
    const given = cleanFileName(file.name);
    const found = await inspectProof(given, file.upload.path, file.upload.bytes);
    if (typeof found === 'string') throw refusal(said[found]);
    const { name, bytes, activeContent } = found;
    using _reservation = await reserveUpload(quotas, bytes);
    await keep(receiving, owner, {
      name,
      upload: await cutUpload(file.upload, bytes),
      activeContent,
    });
  });
}

async function keep(
  { context: { db, clock }, files }: Receiving,
  { participant: { id }, order, pageToken }: Proving,
  {
    name,
    upload,
    activeContent,
  }: { name: string; upload: Upload; activeContent?: string | undefined },
): Promise<void> {
  await keepFile({ db, clock, ...files }, upload, async (tx) => {
    await lockOrderRows(tx, [order.id]);
    const before = await findProof(tx, id);
    // Another person may have the place by now, and an accepted proof is decided.
    const isSame = (await findPageOwner(tx, pageToken))?.participant?.id === id;
    if (!isSame || before?.state === 'ACCEPTED') return { fileKey: '' };
    await forgetProofFile(tx, id);
    const { bytes, sha256, key: fileKey } = upload;
    const kept = {
      fileName: name,
      bytes,
      sha256,
      fileKey,
      fileStore: files.store.id,
      activeContent,
    };
    await saveProofFile(tx, id, kept, timestamp(clock()));
    return { fileKey };
  });
  // A file that cannot be removed now is removed by the hourly job, which reports it.
  await removeRecordedFiles(db, files.store).catch(() => undefined);
}

function refusal(words: string): AppError {
  return new AppError('bad-request', () => words, { fields: [FILE_FIELD] });
}

function proofPage(
  said: Content['labels']['proof'],
  owner: Proving,
  { now, mistake }: { now: string; mistake: string | undefined },
): Markup {
  const { needed } = owner;
  const own = registrationPath(owner);
  const isOver = needed.until.at <= now;
  const until = { until: needed.until.words };
  const { field: label, taken: note } = said;
  const field = { name: FILE_FIELD, label, note, mistake, isRequired: true, isAlone: true };
  return html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">${needed.text}</p>
    <p class="receipt-words">${fillPlaceholders(isOver ? said.late : said.until, until)}</p>
    <form method="post" action="${own}/proof" enctype="multipart/form-data" class="receipt-form">
      ${fileField(field, '.pdf,.jpg,.jpeg,.png')}
      <button class="receipt-download" type="submit">${said.button}</button>
    </form>
    <p class="receipt-words"><a href="${own}">${said.back}</a></p>
  </article>`;
}
