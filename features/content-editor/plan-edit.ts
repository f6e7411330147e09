import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { type Content, contentFileOf } from '#contract/content.ts';
import { ContentEdit } from '#contract/content/content-edits.ts';
import { contradictingDeadlines } from '#contract/content/contradicting-deadlines.ts';
import { doubtfulDates } from '#contract/content/doubtful-dates.ts';
import { doubtfulPrices } from '#contract/content/doubtful-prices.ts';
import { ContentError } from '#server/content/content-error.ts';
import { CannotEdit, editYaml, LONGEST_FILE, valuesIn } from '#server/content/edit-yaml.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { checkMarkdown } from '#server/content/render-content.ts';
import { replaceContentFile, unwritableFolder } from '#server/content/replace-content-file.ts';
import { counted } from '#server/counted.ts';
import { lockKey, type Db, type Tx } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import {
  type EditedName,
  editedNameOf,
  editedNames,
  readEdited,
  rightsToChange,
  titles,
} from './edited-files.ts';
import type { Checked, Mistake } from './form-shapes.ts';
import { differenceLines, mergedLines } from './merge-lines.ts';
import { keepPhotographs, newPhotographs, sharePhotographs } from './photographs.ts';
import { publish, type Saved } from './publish.ts';
import { noteSave, readFolderSaves } from './folder-saves.ts';
import { findSave, hadText, keepSave, savesOf } from './saves.ts';
import { valueChanges } from './value-changes.ts';

/** A change of a file, as the page sends it. */
export const Change = z.union([
  z.strictObject({
    file: z.enum(editedNames),
    /** The text that the edits begin with: somebody else may have saved meanwhile. */
    base: z.string().check(z.maxLength(LONGEST_FILE)),
    edits: z.array(ContentEdit).check(z.minLength(1), z.maxLength(500)),
    /** The colleague has seen what somebody else changed, and saves both. */
    both: z.optional(z.string()),
  }),
  z.strictObject({ back: z.string().check(z.maxLength(60)) }),
]);
export type Change = z.output<typeof Change>;

export function changeIn(json: string): Change {
  try {
    const { data } = Change.safeParse(JSON.parse(json));
    if (data) return data;
  } catch {
    // It is said below.
  }
  throw new ActionImpossible('This change could not be read. Please load the page again.');
}

type Draft = { name: EditedName; before: string; after: string };

type Overtaken = { base: string; mine: string; now: string; both: string | undefined };

/** The file with a change, or what stands against it. */
async function draftOf(
  context: CommandContext,
  change: Change,
): Promise<Draft | (Overtaken & { name: EditedName })> {
  const { content: folder } = siteFolders(context.env);
  if ('back' in change) {
    const save = await saveNamed(context.payments.db, change.back);
    const before = readEdited(folder, save.name);
    const after =
      before === save.after ? save.before : mergedLines(save.after, save.before, before);
    if (after === undefined) {
      throw new ActionImpossible(
        'These lines were changed once more since then. Please take the later change back first, or type what is right.',
      );
    }
    return { name: save.name, before, after };
  }
  const { file: name } = change;
  const before = readEdited(folder, name);
  // To read a text of any kind can take long, so only one that the file has or had is read.
  if (
    before !== change.base &&
    !(await hadText(context.payments.db, contentFileOf(name), change.base))
  ) {
    throw new ActionImpossible(
      'The file is no longer the one that this page began with. Please load the page again, and make the change there.',
    );
  }
  const mine = edited(change.base, change.edits);
  if (before === change.base) return { name, before, after: mine };
  const both = mergedLines(change.base, mine, before);
  if (both !== undefined && change.both === before) return { name, before, after: both };
  return { name, base: change.base, mine, now: before, both };
}

async function saveNamed(db: Db, id: string) {
  const save = await findSave(db, id);
  const name = save && editedNameOf(save.file);
  if (!save || !name) throw new ActionImpossible('There is no such save.');
  return { ...save, name };
}

function edited(base: string, edits: readonly ContentEdit[]): string {
  try {
    return editYaml(base, edits);
  } catch (error) {
    if (error instanceof CannotEdit) throw new ActionImpossible(error.message);
    throw error;
  }
}

/** Looks at edits without writing anything. */
export async function checkEdit(context: CommandContext, change: Change): Promise<Checked> {
  const draft = await draftOf(context, change);
  if ('mine' in draft) {
    const { base, mine, now, both } = draft;
    return {
      is: 'overtaken',
      theirs: valueChanges(valuesIn(base), valuesIn(now)),
      yours: valueChanges(valuesIn(base), valuesIn(mine)),
      ...(both !== undefined && { both: now }),
    };
  }
  rightsToChange(draft.name, valuesIn(draft.before), valuesIn(draft.after));
  const { mistakes, advice } = findingsIn(context, draft);
  if (mistakes.length > 0) return { is: 'wrong', mistakes };
  return { is: 'right', changes: changesIn(draft), advice };
}

/** The file with a change that could be saved, for a preview. */
export async function rightDraft(context: CommandContext, change: Change) {
  const draft = await draftOf(context, change);
  if ('mine' in draft) throw new ActionImpossible(OVERTAKEN);
  rightsToChange(draft.name, valuesIn(draft.before), valuesIn(draft.after));
  const { mistakes, content } = findingsIn(context, draft);
  if (!content) throw new ActionImpossible(linesOf(mistakes));
  return { ...draft, content };
}

const OVERTAKEN = 'Somebody else has changed this file meanwhile. Please check again.';

function linesOf(mistakes: readonly Mistake[]): string {
  return mistakes.map(({ at, words }) => `${at ? `${at}: ` : ''}${words}`).join('\n');
}

/** Saves a change of a file and publishes it. The whole folder has to be right with it. */
export async function planEdit(context: CommandContext, change: Change): Promise<Plan> {
  const draft = await draftOf(context, change);
  if ('mine' in draft) {
    throw new ActionImpossible(OVERTAKEN);
  }
  const { name, before, after } = draft;
  const { content: folder } = siteFolders(context.env);
  const file = contentFileOf(name);
  const rights = rightsToChange(name, valuesIn(before), valuesIn(after));
  const { mistakes, advice } = findingsIn(context, draft);
  if (mistakes.length > 0) {
    throw new ActionImpossible(linesOf(mistakes));
  }
  const changes = changesIn(draft);
  if (before === after) {
    return {
      words: ['The file says all of this already.'],
      button: undefined,
      perform: async () => [],
    };
  }
  return {
    words: [
      `${titles[name]}: ${counted(changes.length, 'change', 'changes')}.`,
      ...changes,
      ...advice,
    ],
    button: `Save and publish: ${titles[name]}`,
    weighs: {
      changesPrices: rights.has('Prices'),
      needs: rights.has('Reviews and decisions') ? ['Reviews and decisions'] : [],
    },
    async perform() {
      const path = join(folder, file);
      const unwritable = existsSync(path) ? await unwritableFolder(path) : undefined;
      if (unwritable !== undefined) throw new ActionImpossible(cannotWrite(unwritable));
      const { newId } = context.payments;
      await act(context, async ({ tx, now, record }) => {
        await lockKey(tx, 'content');
        if (readEdited(folder, name) !== before) {
          throw new ActionImpossible(OVERTAKEN);
        }
        await refuseBehind(tx, folder, { file, before });
        await sharePhotographs(tx, context.dataDir, after);
        await keepPhotographs(context.dataDir, folder, after);
        await write(path, after);
        const id = newId();
        await noteSave(folder, file, id);
        await keepSave(tx, {
          id,
          savedAt: now,
          savedBy: context.actor,
          file,
          before,
          after,
        });
        await record({ action: 'content', reference: undefined, words: logged(file, changes) });
      });
      publish(context, { file, before, after });
      return [
        `${titles[name]}: saved. The site is being built beside the one that runs, and changes over when it is ready.`,
      ];
    },
  };
}

/** A folder that lacks a save of another server would make two states of the conference. */
async function refuseBehind(tx: Tx, folder: string, { file, before }: Omit<Saved, 'after'>) {
  const saves = await savesOf(tx, file);
  const [newest] = saves.slice(-1);
  const has = readFolderSaves(folder).has[file];
  if (!newest || newest.id === has || newest.after === before) return;
  // A folder that is new here, or a database from a backup: a text that no save had is from hand.
  const texts = new Set(saves.flatMap(({ before: first, after }) => [first, after]));
  if (!saves.some(({ id }) => id === has) && !texts.has(before)) return;
  throw new ActionImpossible(
    `Another server has a newer save of ${file}, of ${newest.savedBy}, which this one has not taken yet. Please try again in a minute; if it stays so, “organiser follow” on this machine says why.`,
  );
}

function changesIn({ before, after }: Draft): string[] {
  const changes = valueChanges(valuesIn(before), valuesIn(after));
  return changes.length > 0 ? changes : differenceLines(before, after);
}

/** The mistakes in the folder with a change, and what looks like a slip. */
function findingsIn(
  context: CommandContext,
  { name, after }: Draft,
): { content?: Content; mistakes: Mistake[]; advice: string[] } {
  const { content: folder } = siteFolders(context.env);
  try {
    const newPictures = newPhotographs(context.dataDir, after);
    const content = readContent(folder, { drafts: { [name]: after }, newPictures });
    checkMarkdown(content, folder);
    const doubts = [
      ...doubtfulPrices(content.prices, context.content.prices),
      ...contradictingDeadlines(content.conference),
      ...doubtfulDates(content),
    ];
    return {
      content,
      mistakes: [],
      advice: doubts.map(({ words }) => `Please look again: ${words}`),
    };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const own = `${basename(folder)}/${contentFileOf(name)}`;
    const mistakes = error.problems.map(({ file, line, words, at = '' }): Mistake => {
      if (file !== own)
        return { words: `${file}${line === undefined ? '' : `, line ${line}`}: ${words}` };
      const place = at.replaceAll(/\[(\d+)\]/g, '.$1');
      return { ...(place !== '' && { at: place }), words: words.replace(`${at}: `, '') };
    });
    return { mistakes, advice: [] };
  }
}

/** An entry of the log is a line; the page has all changes. */
function logged(file: string, changes: readonly string[]): string {
  const words = `${file}: ${changes.join('; ')}`;
  return words.length > 400 ? `${words.slice(0, 399)}…` : words;
}

/** A file that the folder did without is new. */
async function write(path: string, text: string): Promise<void> {
  if (!existsSync(path)) {
    await writeFile(path, '', { flag: 'wx' });
    // Others who edit the folder read it, whatever the umask of the dashboard.
    await chmod(path, 0o644);
  }
  await replaceContentFile(path, text);
}

function cannotWrite(folder: string): string {
  return `The dashboard cannot write in ${folder}: its user needs the right to, and so does its service (ReadWritePaths).`;
}
