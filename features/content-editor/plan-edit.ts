import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { ContentEdit } from '#contract/content/content-edits.ts';
import { contradictingDeadlines } from '#contract/content/contradicting-deadlines.ts';
import { doubtfulDates } from '#contract/content/doubtful-dates.ts';
import { doubtfulPrices } from '#contract/content/doubtful-prices.ts';
import { ContentError } from '#server/content/content-error.ts';
import { CannotEdit, editYaml, LONGEST_FILE, valuesIn } from '#server/content/edit-yaml.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { checkMarkdown } from '#server/content/render-content.ts';
import { unwritableFolder } from '#server/content/replace-content-file.ts';
import { counted } from '#server/counted.ts';
import { lockKey, type Db, type Tx } from '#server/database/database.ts';
import { act } from '#server/operations/act.ts';
import { listServers } from '#server/operations/servers.ts';
import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { otherVersionWords } from './other-version.ts';
import { rightsToChange } from './edited-files.ts';
import { fileOfSave, type FolderFile, folderFile, isFileKey, readEdited } from './folder-files.ts';
import type { Checked, Mistake } from './form-shapes.ts';
import { differenceLines, mergedLines } from './merge-lines.ts';
import { keepPhotographs, newPhotographs, sharePhotographs } from './photographs.ts';
import { publish } from './publish.ts';
import { noteSave, readFolderSaves } from './folder-saves.ts';
import { writeText } from './folder-texts.ts';
import { findSave, hadText, keepSave, savesOf } from './saves.ts';
import { withShadow } from './shadow-folder.ts';
import { valueChanges } from './value-changes.ts';

/** A page of a site is shorter. */
const LONGEST_PAGE = 100_000;
/** Title, description and an introduction: a longer text of YAML could keep the server busy. */
const LONGEST_FACTS = 4000;

const fileKey = z.string().check(z.maxLength(80), z.refine(isFileKey));

/** A change of a file, as the page sends it. */
export const Change = z.union([
  z.strictObject({
    file: fileKey,
    /** The text that the edits begin with: somebody else may have saved meanwhile. */
    base: z.string().check(z.maxLength(LONGEST_FILE)),
    edits: z.array(ContentEdit).check(z.minLength(1), z.maxLength(500)),
    /** The colleague has seen what somebody else changed, and saves both. */
    both: z.optional(z.string()),
  }),
  z.strictObject({
    file: fileKey,
    base: z.string().check(z.maxLength(LONGEST_FILE)),
    /** The whole text of a page in Markdown; an empty one removes the page. */
    text: z.string().check(z.maxLength(LONGEST_PAGE)),
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

type Draft = { file: FolderFile; before: string; after: string };

type Overtaken = { base: string; mine: string; now: string; both: string | undefined };

/** The file with a change, or what stands against it. */
async function draftOf(
  context: CommandContext,
  change: Change,
): Promise<Draft | (Overtaken & { file: FolderFile })> {
  const { content: folder } = siteFolders(context.env);
  if ('back' in change) {
    const { save, file } = await saveNamed(context.payments.db, folder, change.back);
    const before = readEdited(folder, file);
    const after =
      before === save.after ? save.before : mergedLines(save.after, save.before, before);
    if (after === undefined) {
      throw new ActionImpossible(
        'These lines were changed once more since then. Please take the later change back first, or type what is right.',
      );
    }
    return { file, before, after };
  }
  const file = folderFile(folder, change.file);
  if (!file || (file.name === undefined) !== 'text' in change) {
    throw new ActionImpossible('There is no such file.');
  }
  const before = readEdited(folder, file);
  // To read a text of any kind can take long, so only one that the file has or had is read.
  if (before !== change.base && !(await hadText(context.payments.db, file.file, change.base))) {
    throw new ActionImpossible(
      'The file is no longer the one that this page began with. Please load the page again, and make the change there.',
    );
  }
  const mine = 'text' in change ? pageText(change.text) : edited(change.base, change.edits);
  if (before === change.base) return { file, before, after: mine };
  const both = mergedLines(change.base, mine, before);
  if (both !== undefined && change.both === before) return { file, before, after: both };
  return { file, base: change.base, mine, now: before, both };
}

async function saveNamed(db: Db, folder: string, id: string) {
  const save = await findSave(db, id);
  const file = save && fileOfSave(folder, save.file);
  if (!save || !file) throw new ActionImpossible('There is no such save.');
  return { save, file };
}

/** A page as a file, which ends with a line. */
function pageText(typed: string): string {
  const text = typed.replaceAll('\r\n', '\n');
  if (text.trim() === '') return '';
  if (text.indexOf('\n---', 4) > LONGEST_FACTS) {
    throw new ActionImpossible('The part between the two lines of --- is too long.');
  }
  return text.endsWith('\n') ? text : `${text}\n`;
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
      theirs: changesIn({ file: draft.file, before: base, after: now }),
      yours: changesIn({ file: draft.file, before: base, after: mine }),
      ...(both !== undefined && { both: now }),
    };
  }
  rightsToChange(draft.file, draft);
  const { mistakes, advice } = findingsIn(context, draft);
  if (mistakes.length > 0) return { is: 'wrong', mistakes };
  return { is: 'right', changes: changesIn(draft), advice };
}

/** The file with a change that could be saved, for a preview. */
export async function rightDraft(context: CommandContext, change: Change) {
  const draft = await draftOf(context, change);
  if ('mine' in draft) throw new ActionImpossible(OVERTAKEN);
  rightsToChange(draft.file, draft);
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
  const { before, after } = draft;
  const { content: folder } = siteFolders(context.env);
  const { file, title } = draft.file;
  const rights = rightsToChange(draft.file, draft);
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
    words: [`${title}: ${counted(changes.length, 'change', 'changes')}.`, ...changes, ...advice],
    button: `Save and publish: ${title}`,
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
        if (readEdited(folder, draft.file) !== before) {
          throw new ActionImpossible(OVERTAKEN);
        }
        const servers = await listServers(tx, context.payments.clock);
        const otherVersion = otherVersionWords(servers, DASHBOARD);
        if (otherVersion !== undefined) throw new ActionImpossible(otherVersion);
        await refuseBehind(tx, folder, { file, before, isAlone: servers.length < 2 });
        await sharePhotographs(tx, context.dataDir, folder, after);
        await keepPhotographs(context.dataDir, folder, after);
        await writeText(path, after);
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
        `${title}: saved. The site is being built beside the one that runs, and changes over when it is ready.`,
      ];
    },
  };
}

/** A folder that lacks a save of another server would make two states of the conference. */
async function refuseBehind(
  tx: Tx,
  folder: string,
  { file, before, isAlone }: { file: string; before: string; isAlone: boolean },
): Promise<void> {
  const saves = await savesOf(tx, file);
  const [newest] = saves.slice(-1);
  const has = readFolderSaves(folder).has[file];
  if (!newest || newest.id === has || newest.after === before) return;
  const isNew = !saves.some(({ id }) => id === has);
  const isOld = saves.some((save) => [save.before, save.after].includes(before));
  // A folder without notes, or a database from a backup: a text that no save had is from hand, and beside no other server so is
  // an older one.
  if (isNew && (isAlone || !isOld)) return;
  throw new ActionImpossible(
    `Another server has a newer save of ${file}, of ${newest.savedBy}, which this one has not taken yet. Please try again in a minute; if it stays so, “organiser follow” on this machine says why, and “organiser follow --keep” keeps its file.`,
  );
}

function changesIn({ file, before, after }: Draft): string[] {
  const changes = file.name === undefined ? [] : valueChanges(valuesIn(before), valuesIn(after));
  return changes.length > 0 ? changes : differenceLines(before, after);
}

/** The mistakes in the folder with a change, and what looks like a slip. */
function findingsIn(
  context: CommandContext,
  { file, after }: Draft,
): { content?: Content; mistakes: Mistake[]; advice: string[] } {
  const { content: folder } = siteFolders(context.env);
  try {
    const content = readWith(context, folder, { file, after });
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
    const own = `${basename(folder)}/${file.file}`;
    const mistakes = error.problems.map(({ file: within, line, words, at = '' }): Mistake => {
      const place = at.replaceAll(/\[(\d+)\]/g, '.$1');
      // A page in Markdown has no fields.
      if (within !== own || place === '') {
        const where = within === own ? '' : `${within}, `;
        return { words: `${where}${line === undefined ? '' : `line ${line}: `}${words}` };
      }
      return { at: place, words: words.replace(`${at}: `, '') };
    });
    return { mistakes, advice: [] };
  }
}

/** The conference with a change of a file. */
function readWith(
  { dataDir }: CommandContext,
  folder: string,
  { file: { name, language, file }, after }: Pick<Draft, 'file' | 'after'>,
): Content {
  const newPictures = newPhotographs(dataDir, after);
  if (name !== undefined && language === undefined) {
    const content = readContent(folder, { drafts: { [name]: after }, newPictures });
    checkMarkdown(content, folder);
    return content;
  }
  return withShadow(folder, dataDir, { file, text: after }, (shadow) => {
    const content = readContent(shadow, { newPictures });
    checkMarkdown(content, shadow);
    return content;
  });
}

/** An entry of the log is a line; the page has all changes. */
function logged(file: string, changes: readonly string[]): string {
  const words = `${file}: ${changes.join('; ')}`;
  return words.length > 400 ? `${words.slice(0, 399)}…` : words;
}

const DASHBOARD = { name: 'this dashboard', unit: 'plenary-office' };

function cannotWrite(folder: string): string {
  return `The dashboard cannot write in ${folder}: its user needs the right to, and so does its service (ReadWritePaths). Then close this and check again.`;
}
