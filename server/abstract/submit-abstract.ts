import { type Db, inTransaction } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Upload, Uploads } from '#server/files/uploads.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, type NewId, newReference, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { abstractReceived } from './abstract-mails.ts';
import { type Author, insertAbstract, type KeptAbstract } from './abstracts.ts';

/** The dependencies for taking abstracts. */
export type AbstractDeps = {
  db: Db;
  uploads: Uploads;
  store: FileStore;
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
};

export type Submission = {
  author: Author;
  fileName: string;
  upload: Upload;
  /** Actions of the file besides showing pages; undefined if it has none. */
  activeContent: string | undefined;
  /** The titles of the author's session and interest area. */
  session: string;
  interestArea: string;
};

/**
 * Puts the file into the store, and then commits the row of the abstract and the mails. If the same person sends the
 * same file for the same session again, at any time and under any Idempotency-Key, the result is the existing abstract,
 * and the second file is removed. Without `isTold` no mail is sent.
 */
export async function submitAbstract(
  deps: AbstractDeps,
  submission: Submission,
  isTold = true,
): Promise<KeptAbstract> {
  const { upload } = submission;
  try {
    await deps.store.put(upload.key, upload.path, upload.bytes);
  } catch (error) {
    // The store may have the file despite the error: the sweep looks later.
    deps.uploads.leave(upload.key);
    throw storeIsAway(error);
  }
  const abstract = await writeDown(deps, submission, isTold);
  if (abstract.fileKey !== upload.key) await discard(deps, upload.key);
  return abstract;
}

async function writeDown(
  deps: AbstractDeps,
  submission: Submission,
  isTold: boolean,
): Promise<KeptAbstract> {
  const { db, clock, newId, mailLayout, uploads } = deps;
  const { author, fileName, upload, activeContent, session, interestArea } = submission;
  const id = newId();
  const now = clock();
  let isCommitting = false;
  try {
    return await inTransaction(db, async (tx) => {
      const abstract = await insertAbstract(
        tx,
        {
          ...author,
          id,
          reference: newReference(referencePrefix(mailLayout), newId()),
          token: newId(),
          fileName,
          bytes: upload.bytes,
          sha256: upload.sha256,
          fileKey: upload.key,
          fileStore: deps.store.id,
          activeContent,
          createdAt: timestamp(now),
        },
        { actor: 'author', fileId: newId() },
      );
      if (abstract.id === id && isTold) {
        const mails = abstractReceived(mailLayout, abstract, { session, interestArea });
        await postMessages(tx, mails, newId, now);
      }
      isCommitting = true;
      return abstract;
    });
  } catch (error) {
    // A commit whose answer was lost may have happened, so the file has to stay until the sweep has looked for its row.
    if (isCommitting) uploads.leave(upload.key);
    else await discard(deps, upload.key);
    throw error;
  }
}

/** Removes a file without a row from the store. If the removal fails, the file's marker stays for the sweep. */
async function discard({ store, uploads }: AbstractDeps, key: string): Promise<void> {
  await store.remove(key).catch(() => uploads.leave(key));
}

/**
 * `AB26`: references of abstracts differ from those of orders, so that nobody searches for an abstract among the
 * orders.
 */
function referencePrefix({ conference }: MailLayout): string {
  return `AB${String(conference.dates.year).slice(-2)}`;
}

function storeIsAway(cause: unknown): AppError {
  return new AppError(
    'store-unavailable',
    'We cannot save files at the moment. Please try again in a minute.',
    { retryAfter: 60, cause },
  );
}
