import { ABSTRACT_FILE_LIMIT, abstractFileTypes } from '#contract/abstract.ts';

/** The file types for the browser's file dialog. A visitor can still choose or drop any other file. */
export const ACCEPTED = abstractFileTypes.map((type) => `.${type}`).join();

/** The server sends the same message if the content of a file does not match its name. */
export const WRONG_TYPE = 'Only PDF, DOC, DOCX files allowed.';

/** The message for a file that the form refuses. Only the server checks whether the content matches the name. */
export function fileError(file: Pick<File, 'name' | 'size'> | undefined): string | undefined {
  if (!file) return 'File required';
  if (!hasType(file.name)) return WRONG_TYPE;
  if (file.size > ABSTRACT_FILE_LIMIT) return 'File too large (max 25MB).';
  if (file.size === 0) return 'This file is empty.';
  return undefined;
}

function hasType(name: string): boolean {
  return abstractFileTypes.some((type) => name.trim().toLowerCase().endsWith(`.${type}`));
}
