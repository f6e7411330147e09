import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MOST_MS = 60_000;
const MORE_MS = 5000;
/** The most documents that one start of the program converts. */
export const AT_ONCE = 20;

export type OfficeDocument = { bytes: Buffer; fileName: string };

/** LibreOffice, with a profile and a folder of its own. */
export type Office = {
  /** Converts documents before `toPdf` asks for them, `AT_ONCE` together: most of the time of one is the program's start. */
  prepare: (documents: AsyncIterable<OfficeDocument>) => Promise<void>;
  /** The PDF of a document, or the reason why there is none, as part of a sentence. */
  toPdf: (bytes: Buffer, fileName: string) => Promise<Buffer | string>;
  close: () => Promise<void>;
};

/**
 * Opens LibreOffice for documents that are no PDF. It runs with a limit of time, in a new folder that only its owner can
 * read. Of documents that are converted together, one that ends the program leaves the rest for a start of their own. The
 * program is `soffice`, as it is on the PATH of `env`. `overtime` makes the signal that a limit is over.
 */
export function openOffice(
  env: NodeJS.ProcessEnv,
  overtime = (ms: number) => AbortSignal.timeout(ms),
): Office {
  let folder: string | undefined;
  const convertAll = (inFolder: string, documents: readonly string[]) => {
    const limit = overtime(MOST_MS + MORE_MS * (documents.length - 1));
    return convert(documents, { folder: inFolder, env, overtime: limit });
  };
  return {
    async prepare(documents) {
      folder ??= await newFolder();
      const paths = new Set<string>();
      for await (const document of documents) paths.add(await written(folder, document));
      if (paths.size > 0) await convertAll(folder, [...paths]);
      for (const path of paths) await rm(path, { force: true });
    },
    async toPdf(bytes, fileName) {
      folder ??= await newFolder();
      const pdf = join(folder, `${nameOf(bytes)}.pdf`);
      try {
        const prepared = await readFile(pdf).catch(() => undefined);
        if (prepared) return prepared;
        const document = await written(folder, { bytes, fileName });
        const problem = await convertAll(folder, [document]).finally(() =>
          rm(document, { force: true }),
        );
        return problem ?? (await readFile(pdf).catch(() => 'LibreOffice could not read it'));
      } finally {
        await rm(pdf, { force: true });
      }
    },
    async close() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a document. Its name comes from a stranger, so only the ending is used. */
async function written(folder: string, { bytes, fileName }: OfficeDocument): Promise<string> {
  const path = join(folder, `${nameOf(bytes)}${extname(fileName).toLowerCase()}`);
  await writeFile(path, bytes, { mode: 0o600 });
  return path;
}

function nameOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A folder with the profile, whose settings LibreOffice reads when it starts. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plenary-office-'));
  const user = join(folder, 'profile', 'user');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'registrymodifications.xcu'), SETTINGS);
  return folder;
}

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>\n`;

/**
 * A document of a stranger runs nothing, and loads nothing from elsewhere: neither a picture from the network nor the text
 * of a file on this machine, which would be printed in the book.
 */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${[
  setting('Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
  setting('Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
  setting('Common/Security/Scripting', 'DisableActiveContent', 'true'),
  setting('Common/Security/Scripting', 'MacroSecurityLevel', '3'),
  // 2: links are never updated.
  setting('Writer/Content/Update', 'Link', '2'),
].join('')}</oor:items>
`;

type Conversion = { folder: string; env: NodeJS.ProcessEnv; overtime: AbortSignal };

function convert(
  documents: readonly string[],
  { folder, env, overtime }: Conversion,
): Promise<string | undefined> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const args = [
    `-env:UserInstallation=${profile}`,
    '--headless --norestore --nologo --nolockcheck --nodefault --convert-to pdf'.split(' '),
    ['--outdir', folder, ...documents],
  ].flat();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  // LibreOffice starts a second program: as a group they end together. Secrets of the settings are not for them.
  const { PATH } = env;
  const program = spawn('soffice', args, {
    cwd: folder,
    env: { PATH, HOME: folder },
    stdio: 'ignore',
    detached: true,
  });
  const giveUp = () => {
    if (program.pid !== undefined) endGroup(program.pid);
    resolve(`LibreOffice needed more than ${MOST_MS / 1000} seconds for it`);
  };
  overtime.addEventListener('abort', giveUp);
  program.on('error', (error) => {
    overtime.removeEventListener('abort', giveUp);
    const isAbsent = Reflect.get(error, 'code') === 'ENOENT';
    resolve(isAbsent ? NO_OFFICE : 'LibreOffice could not be started');
  });
  program.on('exit', (code) => {
    overtime.removeEventListener('abort', giveUp);
    resolve(code === 0 ? undefined : 'LibreOffice could not convert it');
  });
  return promise;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It ended by itself meanwhile.
    if (Reflect.get(Object(error), 'code') !== 'ESRCH') throw error;
  }
}

const NO_OFFICE = 'no PDF, and this machine has no LibreOffice (soffice) to make one of it';
