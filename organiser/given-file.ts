import { readFile } from 'node:fs/promises';
import { textIn } from '#server/content/text-file.ts';
import { CommandError } from './command-context.ts';

/** A handler for `catch` whose error names the organiser's file. */
export function cannotRead(path: string): (cause: unknown) => never {
  return (cause) => {
    const code = String(Reflect.get(Object(cause), 'code'));
    if (code === 'ENOENT') throw new CommandError(`There is no file ${path}.`);
    if (code === 'EISDIR') throw new CommandError(`${path} is a folder.`);
    // On a server the command runs as the user of the service.
    if (code === 'EACCES' || code === 'EPERM') {
      throw new CommandError(
        `${path} cannot be read by the user of this command. Copy it into a folder where that user may read.`,
      );
    }
    throw new CommandError(`${path} cannot be read (${code}).`);
  };
}

/** Reads a text file as UTF-8. In another encoding everybody would get a text with damaged accents. */
export async function readGivenText(path: string): Promise<string> {
  const text = textIn(await readFile(path).catch(cannotRead(path)));
  if (text === undefined) {
    throw new CommandError(`${path} is not saved as UTF-8: save it again, and choose UTF-8.`);
  }
  return text;
}
