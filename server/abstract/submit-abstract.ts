import type { Db, Tx } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Uploads } from '#server/files/uploads.ts';
import { type Clock, type NewId, newReference, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { abstractReceived } from './mails.ts';
import type { AcceptedFile } from './accept-file.ts';
import { AUTHOR } from './author-activity.ts';
import { keepFile } from './keep-file.ts';
import { insertAbstract, type KeptAbstract, type Submitter } from './abstracts.ts';

/** The dependencies for taking abstracts. */
export type AbstractDeps = {
  db: Db;
  uploads: Uploads;
  store: FileStore;
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
};

export type Submission = AcceptedFile & {
  submitter: Submitter;
  /** The titles of the session and interest area. */
  session: string;
  interestArea: string;
};

/**
 * Writes the row of an abstract and the mails about it. If the same person sends the same file for the same session again,
 * at any time and under any Idempotency-Key, the result is the existing abstract, and the second file is removed. Without
 * `isTold` no mail is sent; the mail has a link if the origin of the site is known.
 */
export function submitAbstract(
  deps: AbstractDeps,
  { submitter, fileName, upload, activeContent, session, interestArea }: Submission,
  {
    origin,
    isTold = true,
    actor = AUTHOR,
    also = async () => undefined,
  }: {
    origin?: string | undefined;
    isTold?: boolean;
    actor?: string;
    /** Runs in the transaction of a new abstract. */
    also?: (tx: Tx, abstract: KeptAbstract) => Promise<void>;
  } = {},
): Promise<KeptAbstract> {
  const { clock, newId, mailLayout, store } = deps;
  return keepFile(deps, upload, async (tx) => {
    const id = newId();
    const now = clock();
    const abstract = await insertAbstract(
      tx,
      {
        ...submitter,
        id,
        reference: newReference(referencePrefix(mailLayout), newId()),
        token: newId(),
        language: mailLayout.language,
        fileName,
        bytes: upload.bytes,
        sha256: upload.sha256,
        fileKey: upload.key,
        fileStore: store.id,
        activeContent,
        createdAt: timestamp(now),
      },
      { actor, fileId: newId() },
    );
    if (abstract.id === id) await also(tx, abstract);
    if (abstract.id === id && isTold) {
      const about = { session, interestArea, origin };
      await postMessages(tx, deps, ...abstractReceived(mailLayout, abstract, about));
    }
    return abstract;
  });
}

/**
 * `AB26`: references of abstracts differ from those of orders, so that nobody searches for an abstract among the
 * orders.
 */
function referencePrefix({ conference }: MailLayout): string {
  return `AB${String(conference.dates.year).slice(-2)}`;
}
