import { join } from 'node:path';
import { writeSheetFile } from './sheet-file.ts';
import { testFolder } from './test-folder.ts';

/** Writes a sheet of reviewers, and returns its path. */
export async function reviewerSheet(...rows: readonly (readonly string[])[]): Promise<string> {
  const path = join(testFolder(), 'reviewers.xlsx');
  await writeSheetFile(path, [['Name', 'Email', 'Institute'], ...rows]);
  return path;
}
