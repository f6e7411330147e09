import * as labels from 'content:labels/abstract';
import { ABSTRACT_FILE_LIMIT, abstractFileTypes } from '#contract/abstract.ts';

/** The file types for the browser's file dialog. A visitor can still choose or drop any other file. */
export const ACCEPTED = abstractFileTypes.map((type) => `.${type}`).join();

/** The message for a file that the form refuses. Only the server checks whether the content matches the name. */
export function fileError(file: Pick<File, 'name' | 'size'> | undefined): string | undefined {
  if (!file) return labels.fileRequired;
  if (!hasType(file.name)) return labels.wrongType;
  if (file.size > ABSTRACT_FILE_LIMIT) return labels.fileTooLarge;
  if (file.size === 0) return labels.fileEmpty;
  return undefined;
}

function hasType(name: string): boolean {
  return abstractFileTypes.some((type) => name.trim().toLowerCase().endsWith(`.${type}`));
}
