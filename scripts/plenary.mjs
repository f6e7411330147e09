#!/usr/bin/env -S node --max-semi-space-size=4
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { run } from './run-program.mjs';

/** The program of a release, which needs Node and nothing else: `./plenary start`. */
const usage = `./plenary start                 builds the pages of CONTENT_DIR, if it has changed, and serves them
./plenary build                 builds the pages only
./plenary serve                 serves them only
./plenary organiser COMMAND …   runs a command of the organisers; help lists them
./plenary check                 checks the files of CONTENT_DIR
./plenary dashboard             opens the dashboard of the organisers
./plenary complete SHELL        prints what makes bash, zsh or fish complete these words
./plenary --version             prints the version and the commit
`;

const [name, ...args] = process.argv.slice(2);
const programs = {
  start: ['server'],
  serve: ['server'],
  build: ['build'],
  organiser: ['organiser'],
  check: ['organiser', 'check'],
  dashboard: ['organiser', 'dashboard'],
  complete: ['organiser', 'complete'],
  '--version': ['organiser', '--version'],
};
if (['help', '--help'].includes(name)) {
  process.stdout.write(usage);
  process.exit();
}
if (!Object.hasOwn(programs, name)) {
  end(name === undefined ? usage : `There is no "${name}".\n\n${usage}`);
}
if (['start', 'serve', 'build'].includes(name) && args.length > 0) {
  end(`${name} takes no further words: it reads CONTENT_DIR and the other settings.\n`);
}
if (name === 'start') {
  // The memory of the build ends with its process.
  const program = fileURLToPath(new URL('run-program.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [program, 'build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await run([...programs[name], ...args]);

function end(words) {
  process.stderr.write(words);
  process.exit(2);
}
