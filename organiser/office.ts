import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MOST_MS = 60_000;

/** LibreOffice, with a profile and a folder of its own. */
export type Office = {
  /** The PDF of a document, or the reason why there is none, as part of a sentence. */
  toPdf: (bytes: Buffer, fileName: string) => Promise<Buffer | string>;
  close: () => Promise<void>;
};

/**
 * Opens LibreOffice for documents that are no PDF. Each document is converted by a program of its own, with a limit of
 * time, in a new folder that only its owner can read. The program is `soffice`, as it is on the PATH of `env`. `overtime`
 * makes the signal that the limit is over.
 */
export function openOffice(
  env: NodeJS.ProcessEnv,
  overtime = () => AbortSignal.timeout(MOST_MS),
): Office {
  let folder: string | undefined;
  return {
    async toPdf(bytes, fileName) {
      folder ??= await newFolder();
      // The name comes from a stranger, so only its ending is used.
      const document = join(folder, `abstract${extname(fileName).toLowerCase()}`);
      const pdf = join(folder, 'abstract.pdf');
      try {
        await writeFile(document, bytes, { mode: 0o600 });
        const problem = await convert(document, { folder, env, overtime: overtime() });
        if (problem !== undefined) return problem;
        return await readFile(pdf).catch(() => 'LibreOffice could not read it');
      } finally {
        await rm(document, { force: true });
        await rm(pdf, { force: true });
      }
    },
    async close() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
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
  document: string,
  { folder, env, overtime }: Conversion,
): Promise<string | undefined> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const args = [
    `-env:UserInstallation=${profile}`,
    '--headless --norestore --nologo --nolockcheck --nodefault --convert-to pdf'.split(' '),
    ['--outdir', folder, document],
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
