import { join } from 'node:path';
import { replaceContentFile, unwritableFolder } from '#server/content/replace-content-file.ts';
import { lockKey, type Tx } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { type AgendaChanges, isSameItem } from './agenda-changes.ts';
import { forgetAgendaEntry, saveAgendaEntry } from './agenda-entries.ts';
import { type AgendaRequest, compareAgenda, type ComparedAgenda } from './compare-agenda.ts';

/**
 * Writes the accepted contributions with a time into agenda.yaml. Comments, other items and edits by hand stay. The file
 * is written only if the whole folder is still valid.
 */
export async function planAgenda(organising: Organising, request: AgendaRequest): Promise<Plan> {
  const file = join(request.folder, 'agenda.yaml');
  const planned = await compareAgenda(organising.payments.db, request, file);
  const summary = summaryOf(planned.changes);
  const unwritable = await unwritableFolder(file);
  return {
    words: [...wordsOf(planned), ...(unwritable === undefined ? [] : [cannotWrite(unwritable)])],
    button: `Write agenda.yaml: ${summary}`,
    async perform() {
      if (unwritable !== undefined) throw new ActionImpossible(cannotWrite(unwritable));
      const isWritten = await writeAgenda(organising, async (tx) => {
        const now = await compareAgenda(tx, request, file);
        if (now.source !== planned.source || now.text !== planned.text) {
          throw new ActionImpossible(
            'The programme or agenda.yaml has changed meanwhile. Please check it and try again.',
          );
        }
        if (now.text !== now.source) await replaceContentFile(file, now.text);
        return now;
      });
      if (!isWritten) return ['Nothing was written: agenda.yaml has the whole programme.'];
      return [`${file} is written: ${summary}.`, GOES_LIVE];
    },
  };
}

/**
 * The new agenda.yaml for somebody else, who puts it into the folder. `write` gets its text. What is in it counts as
 * written, so that later edits by hand are recognised.
 */
export async function draftAgenda(
  organising: Organising,
  request: AgendaRequest,
  write: (text: string) => Promise<void>,
): Promise<string[]> {
  let words: string[] = [];
  await writeAgenda(organising, async (tx) => {
    const now = await compareAgenda(tx, request, join(request.folder, 'agenda.yaml'));
    await write(now.text);
    words = wordsOf(now);
    return now;
  });
  return [...words, `Please put the file into ${request.folder} as agenda.yaml. ${GOES_LIVE}`];
}

const GOES_LIVE = 'The site shows it after a build (docs/operations.md).';

function wordsOf({ changes, notes }: ComparedAgenda): string[] {
  const { lines, kept } = changes;
  return [`agenda.yaml: ${summaryOf(changes)}.`, ...lines, ...kept, ...notes];
}

/** Remembers what `write` has written; false if it was what the file had. */
function writeAgenda(
  organising: Organising,
  write: (tx: Tx) => Promise<ComparedAgenda>,
): Promise<boolean> {
  return act(organising, async ({ tx, record }) => {
    await lockKey(tx, 'agenda');
    const done = await write(tx);
    await remember(tx, done);
    if (done.text === done.source) return false;
    await record({ action: 'agenda', words: summaryOf(done.changes) });
    return true;
  });
}

async function remember(tx: Tx, { changes, ids, written }: ComparedAgenda): Promise<void> {
  for (const [reference, values] of changes.written) {
    const id = ids.get(reference);
    if (id === undefined || isSameItem(values, written.get(id))) continue;
    await saveAgendaEntry(tx, id, values);
  }
  for (const reference of changes.forgotten) {
    const id = ids.get(reference);
    if (id !== undefined) await forgetAgendaEntry(tx, id);
  }
}

function summaryOf({ put, remove, unchanged }: AgendaChanges): string {
  const added = put.filter(({ isNew }) => isNew).length;
  return `${added} new, ${put.length - added} changed, ${remove.length} removed, ${unchanged} unchanged`;
}

function cannotWrite(folder: string): string {
  return `This user cannot write in ${folder}: please run the command as the user who owns it, or write the new file elsewhere with --out FILE.yaml.`;
}
