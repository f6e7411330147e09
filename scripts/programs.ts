import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Variables = Record<string, string | undefined>;

const browsers = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser that tests drive: the one CHROMIUM_PATH names, else the first that the machine has. */
export function findChromium(variables: Variables): string | undefined {
  const given = variables['CHROMIUM_PATH'];
  if (given) return isProgram(given) ? given : undefined;
  return firstProgram([
    ...browsers.map((name) => join('/usr/bin', name)),
    ...browsers.flatMap((name) => onPath(name, variables)),
  ]);
}

/** The folder of PostgreSQL's server programs; Debian keeps it off the PATH. The newest version comes first. */
export function findPostgres(variables: Variables): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return firstProgram([...debian, ...onPath('initdb', variables)])?.replace(/\/initdb$/, '');
}

function onPath(name: string, variables: Variables): string[] {
  const folders = (variables['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name));
}

function firstProgram(paths: string[]): string | undefined {
  return paths.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
