import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import type { Cell } from '#server/organising/group-people.ts';
import { CommandError } from './command-context.ts';

/** A sheet with thousands of people is smaller. */
const MOST_BYTES = 2 * 1024 * 1024;

/** The rows of the first sheet of an XLSX file. */
export async function readRows(path: string): Promise<Cell[][]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const code: unknown = error instanceof Error && Reflect.get(error, 'code');
    throw new CommandError(`${path} cannot be read (${String(code)}).`);
  });
  if (bytes.length > MOST_BYTES) {
    throw new CommandError(`${path} is larger than a sheet of people: ${bytes.length} bytes.`);
  }
  try {
    return await readSheet(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${path} is no XLSX sheet (${why}).`);
  }
}
