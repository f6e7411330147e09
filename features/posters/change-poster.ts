import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { findToldDecision } from '#features/programme/decisions.ts';
import { isPoster } from '#features/programme/slots.ts';
import type { FileFacts } from '#server/abstract/abstract-files.ts';
import { findAbstract, lockAbstracts } from '#server/abstract/abstracts.ts';
import type { AcceptedFile } from '#server/abstract/accept-file.ts';
import { AUTHOR, byAuthor, recordAuthorAct } from '#server/abstract/author-activity.ts';
import { keepFile } from '#server/abstract/keep-file.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { removeRecordedFiles } from '#server/files/recorded-removals.ts';
import { timestamp } from '#server/identity.ts';
import { act, deedIn } from '#server/operations/act.ts';
import {
  findPoster,
  type PosterPart,
  putPosterFile,
  putPosterVideo,
  removePosterPart,
} from './posters.ts';

/** `gone`: the abstract was withdrawn, erased or rejected meanwhile, is no poster any more, or has another link. */
export type Sent = 'sent' | 'gone';

/** Keeps a poster that was received and inspected, in place of the one before. */
export async function sendPoster(
  deps: AuthorDeps,
  { abstract }: OwnAbstract,
  licence: string,
  { upload, fileName, activeContent }: AcceptedFile,
): Promise<Sent> {
  const { bytes, sha256, key: fileKey } = upload;
  const facts = { fileName, bytes, sha256, fileKey, fileStore: deps.store.id, activeContent };
  const { sent } = await keepFile(deps, upload, async (tx) => {
    const done = await send(tx, deps, abstract, { licence, file: facts });
    return { fileKey: done === 'sent' ? fileKey : '', sent: done };
  });
  await removeFiles(deps.db, deps.store);
  return sent;
}

/** Keeps the link to a short video. */
export function sendVideo(deps: AuthorDeps, { abstract }: OwnAbstract, url: string): Promise<Sent> {
  return act(byAuthor(deps), ({ tx }) => send(tx, deps, abstract, { url }));
}

type Sending = { licence: string; file: FileFacts } | { url: string };

async function send(
  tx: Tx,
  deps: AuthorDeps,
  { id, token }: OwnAbstract['abstract'],
  sending: Sending,
): Promise<Sent> {
  await lockAbstracts(tx, [id]);
  const abstract = await findAbstract(tx, id);
  const told = await findToldDecision(tx, id);
  const isOpen =
    abstract?.withdrawnAt === undefined && told?.outcome === 'ACCEPTED' && isPoster(told);
  if (!abstract || abstract.token !== token || !isOpen) return 'gone';
  const about = { consent: AUTHOR, now: timestamp(deps.clock()) };
  if ('url' in sending) await putPosterVideo(tx, id, sending.url, about);
  else {
    const { file, licence } = sending;
    await putPosterFile(tx, id, { id: deps.newId(), licence, ...file }, about);
  }
  const words =
    'url' in sending
      ? `links a video: ${sending.url}`
      : `sends the poster ${sending.file.fileName} (${sending.licence})`;
  await recordAuthorAct(deedIn(tx, byAuthor(deps)), deps, abstract, { act: 'poster', words });
  return 'sent';
}

/** Takes the file or the video away for its author, at any moment. The file and its pictures are deleted at once. */
export async function takePosterAway(
  deps: AuthorDeps,
  { abstract }: OwnAbstract,
  part: PosterPart,
): Promise<void> {
  await act(byAuthor(deps), async ({ tx, record }) => {
    await lockAbstracts(tx, [abstract.id]);
    const poster = await findPoster(tx, abstract.id);
    if (!poster || !(await removePosterPart(tx, poster, part))) return;
    const words = part === 'file' ? 'takes the poster away' : 'takes the link to the video away';
    await record({ action: 'poster', reference: abstract.reference, words });
  });
  await removeFiles(deps.db, deps.store);
}

/** A file that cannot be removed now is removed by the hourly job, which reports it. */
export async function removeFiles(db: Db, store: FileStore): Promise<void> {
  await removeRecordedFiles(db, store).catch(() => undefined);
}
