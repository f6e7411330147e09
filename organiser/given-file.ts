import { readFile } from 'node:fs/promises';
import { textIn } from '#server/content/text-file.ts';
import { CommandError } from './command-context.ts';

/** For `catch`: says which file of the organiser's it was. */
export function cannotRead(path: string): (cause: unknown) => never {
  return (cause) => {
    const code = String(Reflect.get(Object(cause), 'code'));
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`,
    );
  };
}

/** A text with damaged accents would go out to everybody. */
export async function readGivenText(path: string): Promise<string> {
  const text = textIn(await readFile(path).catch(cannotRead(path)));
  if (text === undefined) {
    throw new CommandError(`${path} is not saved as UTF-8: save it again, and choose UTF-8.`);
  }
  return text;
}
