import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { filesByAbstract } from '#server/abstract/abstract-files.ts';
import { findAbstractByToken, type KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { sendFile } from '#tests/support/own-abstract.ts';
import { fieldsOf, openPage, sendForm } from '#tests/support/own-page.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { again } from './fault.ts';

/** The entries of an abstract that a server has acknowledged. */
export type Authored = {
  /** Digests of the files, the oldest first. */
  files: string[];
  title: string | undefined;
  isWithdrawn: boolean;
};

/** The part of a trial in which authors take part. */
type Authorship = {
  site: { server: Pick<ServerProcess, 'origin'> };
  db: Db;
  problems: string[];
  /** By the end of the address of the author's page. */
  authored: Map<string, Authored>;
};

type Act = 'file' | 'title' | 'withdraw' | 'restore';

const AT_ONCE = 2;
/** Each act causes two mails, which are sent one after the other. */
const PAUSE_MS = 400;
/** The acts of one author; every second author restores the abstract and sends another file. */
const LIFE: readonly Act[] = ['title', 'file', 'file', 'title', 'withdraw', 'restore', 'file'];
const SHORT_LIFE = LIFE.slice(0, LIFE.indexOf('restore'));

/**
 * Authors send abstracts, and change them on their pages, until `stop` is called. An author without an answer presses
 * the same button again.
 */
export function letAuthorsWork(trial: Authorship): { stop: () => Promise<void> } {
  let isOver = false;
  let count = 0;
  const work = async () => {
    while (!isOver) {
      const life = count++ % 2 === 0 ? LIFE : SHORT_LIFE;
      await live(trial, life, () => isOver).catch((error: unknown) => {
        trial.problems.push(`an author: ${String(error)}`);
      });
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    async stop() {
      isOver = true;
      await all;
    },
  };
}

async function live(trial: Authorship, life: readonly Act[], isOver: () => boolean): Promise<void> {
  const { db, authored } = trial;
  const { server } = trial.site;
  const bytes = aPdf(2000, 'the first version');
  const form = aForm();
  const reference = await again(async () => {
    const { status, json } = await submit(server, { form, bytes });
    if (status !== 200) throw new Error(`an abstract is answered with ${status}`);
    return String(json['reference']);
  });
  const { token } = await db
    .selectFrom('abstracts')
    .select('token')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const known: Authored = { files: [digestOf(bytes)], title: undefined, isWithdrawn: false };
  authored.set(token, known);
  for (const [number, act] of life.entries()) {
    if (isOver()) return;
    await perform(trial, `/abstract/${token}`, known, { act, number });
    await pause(PAUSE_MS);
  }
}

async function perform(
  { site: { server } }: Authorship,
  path: string,
  known: Authored,
  { act, number }: { act: Act; number: number },
): Promise<void> {
  switch (act) {
    case 'file': {
      const bytes = aPdf(3000 + number, `version ${number}`);
      await untilDone(() => sendFile(server, path, 'new.pdf', bytes));
      known.files.push(digestOf(bytes));
      return;
    }
    case 'title': {
      const title = `Title ${number}`;
      await untilDone(async () => {
        const { text } = await openPage(server, `${path}/contribution`);
        return sendForm(server, `${path}/contribution`, {
          ...fieldsOf(text),
          title,
          'presents-1': 'yes',
        });
      });
      known.title = title;
      return;
    }
    default:
      // After a lost answer to the withdrawal, the second press finds it done and is refused.
      await untilDone(
        () => sendForm(server, `${path}/${act}`),
        act === 'withdraw' ? [303, 409] : [303],
      );
      known.isWithdrawn = act === 'withdraw';
  }
}

async function untilDone(
  press: () => Promise<{ status: number }>,
  isDone: readonly number[] = [303],
): Promise<void> {
  await again(async () => {
    const { status } = await press();
    if (!isDone.includes(status)) throw new Error(`an author's page answers ${status}`);
  });
}

/** Compares what servers have acknowledged to authors with what is stored. */
export async function wrongAbstracts({ db, authored }: Authorship): Promise<string[]> {
  const found: string[] = [];
  for (const [token, known] of authored) {
    const abstract: Partial<KeptAbstract> = (await findAbstractByToken(db, token)) ?? {};
    const { id = '' } = abstract;
    const versions = (await filesByAbstract(db, [id])).get(id) ?? [];
    const stored: Authored = {
      files: versions.map(({ sha256 }) => sha256),
      title: abstract.title,
      isWithdrawn: abstract.withdrawnAt !== undefined,
    };
    const [is, said] = [JSON.stringify(stored), JSON.stringify(known)];
    if (is !== said) found.push(`${abstract.reference} has ${is}, acknowledged: ${said}`);
    if (abstract.sha256 !== known.files.at(-1)) {
      found.push(`the newest version of ${abstract.reference} does not count`);
    }
  }
  return found;
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
