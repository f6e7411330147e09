import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { Command } from '../command.ts';
import type { CommandContext } from '../command-context.ts';

const Request = z.record(z.string(), z.unknown());
/** A file from the browser. */
const Uploaded = z.strictObject({ name: z.string(), data: z.base64() });

/** In base64: larger than any sheet of people or letter, and than the greatest file of an abstract. */
export const MOST_UPLOADED = 36 * 1024 * 1024;

/**
 * Writes the browser's files into a private folder and puts their paths into the request. The folder is deleted after
 * the work.
 */
export async function withFiles<T>(
  { name, fields, fileName }: Command,
  request: unknown,
  work: (typed: Record<string, unknown>, folder: string) => Promise<T>,
): Promise<T> {
  const { data: typed } = Request.safeParse(request);
  if (!typed) throw new ActionImpossible('This form could not be read.');
  const folder = await mkdtemp(join(tmpdir(), 'plenary-form-'));
  try {
    const names = new Set<string>();
    for (const [field, { kind, endings, many, otherwise }] of Object.entries(fields)) {
      if (kind === 'file') {
        const ending = endings?.find((each) => each === typed[field]) ?? endings?.[0] ?? '';
        const own = fileName?.(typed);
        if (own === undefined && otherwise !== undefined) delete typed[field];
        else typed[field] = join(folder, own ?? `${name}${ending}`);
      } else if (['sheet', 'statement', 'letter', 'document'].includes(kind)) {
        const { data: files } = z.array(Uploaded).safeParse(many ? typed[field] : [typed[field]]);
        if (!files?.length) throw new ActionImpossible('Please choose a file.');
        const paths: string[] = [];
        for (const file of files) {
          const path = join(folder, freeName(file.name, names));
          await writeFile(path, Buffer.from(file.data, 'base64'), { mode: 0o600 });
          paths.push(path);
        }
        typed[field] = many ? paths : paths[0];
      }
    }
    return await work(typed, folder);
  } catch (error) {
    // The organiser knows only the file's name, so messages omit the folder.
    if (error instanceof Error) error.message = error.message.replaceAll(`${folder}/`, '');
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The name of a file in the private folder. Two chosen files may have the same name. */
function freeName(given: string, names: Set<string>): string {
  const clean = given.replaceAll(/[/\\\0]/g, ' ').replace(/^\.+/, '') || 'file';
  let name = clean;
  for (let count = 2; names.has(name); count++) name = `${count} ${clean}`;
  names.add(name);
  return name;
}

/** The output of a command without a plan, and the file that it wrote or printed. */
export type Made = { text: string; file: { name: string; stream: Readable } | undefined };

/** Runs a report, or a command that writes a file. */
export function make(context: CommandContext, command: Command, request: unknown): Promise<Made> {
  return withFiles(command, request, async (typed, folder) => {
    if ('report' in command) {
      const { lines } = await command.report(context, typed);
      return { text: lines.join('\n'), file: undefined };
    }
    if (!('work' in command)) throw new ActionImpossible('Please preview this before you do it.');
    const { prints } = command;
    const written = Object.keys(command.fields).find(
      (name) => command.fields[name]?.kind === 'file',
    );
    const path = prints === undefined ? written && String(typed[written]) : join(folder, prints);
    let text = '';
    const printed = prints === undefined ? undefined : await open(String(path), 'wx', 0o600);
    await command.work(context, typed, async (part) => {
      if (printed) await printed.appendFile(part);
      else text += part;
    });
    await printed?.close();
    text = text.trim().replaceAll(`${folder}/`, '');
    if (path === undefined) return { text, file: undefined };
    // An open file can be read to its end even after its removal.
    const stream = (await open(path)).createReadStream();
    return { text, file: { name: basename(path), stream } };
  });
}
