import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../scripts/run-program.mjs', import.meta.url));
/** The end of what a build has printed, which has the reason of a failure. */
const LONGEST_OUTPUT = 2000;

type Built = { isDone: boolean; output: string };
type Folders = { content: string; site: string | undefined };

/** A small machine has the memory for one build beside its server. */
let before: Promise<unknown> = Promise.resolve();

/** Builds the pages of a folder in a process of its own, whose memory ends with it. `site` is SITE_DIR. */
export function buildSite(folders: Folders, options: readonly string[] = []): Promise<Built> {
  const built = before
    .then(() => build(folders, options))
    // A build that cannot begin has failed, and the next one is tried.
    .catch((error: unknown) => ({ isDone: false, output: String(error) }));
  before = built;
  return built;
}

function build({ content, site }: Folders, options: readonly string[]): Promise<Built> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, 'build', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CONTENT_DIR: content, ...(site !== undefined && { SITE_DIR: site }) },
    });
    // Visitors come first.
    if (child.pid !== undefined) giveWay(child.pid);
    let output = '';
    const keep = (part: Buffer) => {
      output = (output + part.toString()).slice(-LONGEST_OUTPUT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ isDone: false, output: error.message }));
    child.on('close', (code) => resolve({ isDone: code === 0, output: output.trim() }));
  });
}

function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A service may be forbidden to (SystemCallFilter), and a build at full speed is better than none.
  }
}
