import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The first visitor's browser loads the scripts and pictures of the page within this time. */
const PAGE_MS = 5000;
/** The bundler takes 620 MB, or half as much again without these settings. */
const FREE_BYTES = 1.5e9;
const lean = { MALLOC_ARENA_MAX: '2', MIMALLOC_ALLOW_THP: '0', MIMALLOC_PURGE_DELAY: '0' };

/**
 * Bundles the programs beside the server when it has served its first page, so that the commands and the next start are quick. The
 * server itself goes on with the TypeScript.
 */
export function bundleAfterFirstPage() {
  let isAsked = false;
  subscribe('http.server.response.finish', () => {
    if (!isAsked) void bundle();
    isAsked = true;
  });
}

async function bundle() {
  await pause(PAGE_MS, undefined, { ref: false });
  if (process.availableMemory() < FREE_BYTES) return;
  const root = fileURLToPath(new URL('..', import.meta.url));
  const program = ['--max-semi-space-size=4', 'scripts/build-programs.ts', '--beside-a-server'];
  const env = { ...lean, ...process.env };
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: 'ignore' });
  const end = () => child.kill();
  process.on('exit', end);
  child.unref();
  child.on('error', tell);
  child.on('exit', (code) => {
    process.off('exit', end);
    if (code) tell();
  });
}

function tell() {
  process.stderr.write('The programs could not be bundled: npm run build says why.\n');
}
