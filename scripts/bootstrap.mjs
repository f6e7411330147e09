/**
 * Prepares a checkout before an npm script runs: packages, the right Node, then what its arguments ask for. It runs before
 * anything is installed, so it uses only Node's built-in modules and works on Node 20.
 *
 *   --commands    does nothing, and waits for nobody, where the organiser's commands can run
 *   --installed   installs nothing, and says what to do where the packages are missing
 *   --build       builds the site if its sources have changed
 *   --serve       does nothing where the site is built and what serves it is installed, as in an image without the tools
 *   --dashboard   builds the organiser's dashboard if its sources have changed; nothing where it is, in such an image, too
 *   --test        looks for the programs that the tests need
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const NODE = 24;

/** After this long without any answer of npm's registry, a line says so, again and again. Tests wait less. */
const UNANSWERED_MS = Number(process.env.BOOTSTRAP_UNANSWERED_MS ?? 20_000);
/** A line of npm's log about a request that was answered. */
const ANSWER = /^npm http (?:fetch [A-Z]+ \d{3}|cache) /;

const OWNER = 'run npm run build as its owner, then the same command again.';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
/** Node from npm's registry, for a machine whose own is older than 24; npm scripts find it first on their path. */
const packagedNode = join(bin, 'node');
const nodeFolder = join(modules, '.node-24');
const nodePackage = join(root, 'packages', 'node-24');
const stamp = join(modules, '.plenary-packages');
const lock = join(modules, '.plenary-lock');
const folders = (process.env.PATH ?? '').split(delimiter);
const env = { ...process.env, PATH: [bin, ...folders].join(delimiter) };

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
  if (holderOf(lock) === process.pid) rmSync(lock, { force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

if (process.argv.includes('--commands') && canRunCommands()) process.exit();
if (process.argv.includes('--installed')) {
  if (canRunCommands()) process.exit();
  fail('The packages are not installed: run npm run build first, or npm start, which does it all.');
}
const isOurs = await takeLock();
const needsNode = machineNode() < NODE;
// The machine's own is preferred, also where it came after ours.
if (!needsNode && isOurs) rmSync(packagedNode, { force: true });
if (process.argv.includes('--serve') && canServe('build-site.ts')) process.exit();
const isForDashboard = process.argv.includes('--dashboard');
if (isForDashboard && canServe('build-dashboard.ts') && !process.argv.includes('--build'))
  process.exit();
if (read(stamp) !== fingerprint() || (needsNode && !existsSync(packagedNode))) {
  if (!isOurs)
    fail(`This user may not write to ${root}, and its packages are not installed: ${OWNER}`);
  await install();
}
checkNode();
if (process.argv.includes('--build')) await run('node', ['scripts/build-site.ts']);
if (isForDashboard) await run('node', ['scripts/build-dashboard.ts']);
if (process.argv.includes('--test')) await run('node', ['scripts/test-programs.ts']);
process.exit();

async function install() {
  const start = Date.now();
  tell(`Installing the packages${needsNode ? ` and Node ${NODE}` : ''} … `);
  rmSync(stamp, { force: true });
  const outputs = await Promise.all([npmInstall(root), ...(needsNode ? [installNode()] : [])]);
  const output = outputs.find((words) => words !== undefined);
  if (output !== undefined) {
    tell(`failed\n${output}\n`);
    fail(
      'The packages could not be installed: see the messages of npm above, then run the same command again.',
    );
  }
  rmSync(packagedNode, { force: true });
  // npm 10 does not link it itself.
  const binary = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  if (needsNode && existsSync(join(nodeFolder, binary))) {
    symlinkSync(join('../.node-24', binary), packagedNode);
  }
  writeFileSync(stamp, fingerprint());
  tell(`done in ${((Date.now() - start) / 1000).toFixed(1)} s\n`);
}

/** npm passes over a folder in node_modules whose name begins with a dot. */
function installNode() {
  mkdirSync(nodeFolder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(nodePackage, file), join(nodeFolder, file));
  }
  return npmInstall(nodeFolder);
}

/** The requested packages and the installed ones: `npm prune` and a manual `npm install` change the second. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  const files = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];
  for (const file of files) hash.update(`${read(join(root, file))}\n`);
  hash.update(read(join(nodePackage, 'package-lock.json')));
  return hash.digest('hex');
}

/** Asks no other program: it is asked before each command. */
function canRunCommands() {
  const hasNode = Number.parseInt(process.versions.node, 10) >= NODE || existsSync(packagedNode);
  return hasNode && (read(stamp) === fingerprint() || hasPackagesToServe());
}

/** Whether what this script builds is up to date and can be served by what is installed. */
function canServe(script) {
  if (nodeVersion(env.PATH) < NODE || !hasPackagesToServe()) return false;
  return spawnSync('node', [`scripts/${script}`, '--check'], { cwd: root, env }).status === 0;
}

function hasPackagesToServe() {
  const installed = packagesIn(join(modules, '.package-lock.json'));
  const isMissing = ([path, { version, dev, optional, devOptional }]) =>
    path.startsWith('node_modules/') &&
    !(dev || optional || devOptional) &&
    (installed[path] === undefined || installed[path].version !== version);
  const wanted = Object.entries(packagesIn(join(root, 'package-lock.json')));
  return wanted.length > 0 && !wanted.some(isMissing);
}

function packagesIn(lockFile) {
  return JSON.parse(read(lockFile) || '{}').packages ?? {};
}

/** Returns what npm printed if it failed. */
function npmInstall(cwd) {
  // Not `npm ci`: it refuses where a registry lacks another platform's optional packages. --include: NODE_ENV=production
  // and npm's own settings leave packages out that are needed here. No package has an install script to miss.
  const words = 'install --no-save --include=dev --include=optional --ignore-scripts';
  // A registry that is away is not waited for: npm would try for minutes. Its log says when an answer comes.
  const patience = '--fetch-retries=2 --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=10000';
  const quiet = '--no-audit --no-fund --no-progress --loglevel=http';
  const cli = process.env.npm_execpath ?? '';
  const [command, first] = basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []];
  const args = [...first, ...`${words} ${patience} ${quiet}`.split(' ')];
  const child = spawn(command, args, { cwd, env: process.env });
  let output = '';
  let answers = 0;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (ANSWER.test(line)) answers += 1;
      else output += `${line}\n`;
    });
  }
  const silence = setInterval(() => {
    if (answers === 0)
      tell('npm has no answer from its registry yet. Is the network connected? … ');
  }, UNANSWERED_MS);
  return new Promise((resolve) => {
    running.add(child);
    const end = (trouble) => {
      clearInterval(silence);
      running.delete(child);
      resolve(trouble);
    };
    child.on('error', (error) => end(String(error)));
    child.on('close', (code) => end(code === 0 ? undefined : output.trim()));
  });
}

/** Whether `node` in an npm script is new enough, which may not be the Node that runs this file. */
function checkNode() {
  const found = nodeVersion(env.PATH);
  if (found >= NODE) return;
  if (found === 0 && existsSync(packagedNode)) {
    // It is built for glibc; where it cannot run (Alpine's musl) the machine's own Node is used, if it is new enough.
    rmSync(packagedNode);
    return checkNode();
  }
  fail(
    `Plenary needs Node ${NODE} or later, and none that runs on this ${process.platform} ${process.arch} machine came ` +
      `with the packages: install it from https://nodejs.org, then run the same command again.`,
  );
}

/** The version of the Node that a shell would find, without ours. */
function machineNode() {
  const others = folders.filter((folder) => real(folder) !== real(bin));
  return nodeVersion(others.join(delimiter));
}

function nodeVersion(path) {
  const { stdout } = spawnSync('node', ['--version'], {
    cwd: root,
    env: { ...env, PATH: path },
    encoding: 'utf8',
  });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}

function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function run(command, args) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
  running.add(child);
  const code = await new Promise((resolve) =>
    child.on('error', () => resolve(1)).on('close', resolve),
  );
  running.delete(child);
  if (code !== 0) process.exit(code || 1);
}

/**
 * Two concurrent bootstraps would overwrite each other's packages and pages, so the second waits for the first. Returns
 * false where nothing can be written, for example by a service whose code belongs to another user.
 */
async function takeLock() {
  for (let told = false; ; await pause(200)) {
    try {
      mkdirSync(modules, { recursive: true });
      // A link is made together with what it says, so a lock always names its process.
      symlinkSync(String(process.pid), lock);
      return true;
    } catch (error) {
      if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return false;
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(lock);
    if (isDead(holder)) {
      removeLockOf(holder);
    } else if (holder && !told) {
      tell(`Waiting for process ${holder}, which is setting up this folder (${lock}) …\n`);
      told = true;
    }
  }
}

/** The process that a lock names; 0 where the lock has gone meanwhile. */
function holderOf(link) {
  try {
    return Number(readlinkSync(link));
  } catch {
    return 0;
  }
}

function isDead(pid) {
  // A restarted container hands out the same process ids again.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function removeLockOf(holder) {
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    // Another process may have been faster, and this is its new lock.
    if (holderOf(aside) !== holder) renameSync(aside, lock);
  } catch {
    // Removed or replaced meanwhile: the next round reads the lock again.
  }
  rmSync(aside, { force: true });
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** On standard error, so that it does not mix with the output of the npm script. */
function tell(text) {
  process.stderr.write(text);
}

function fail(sentence) {
  tell(`${sentence}\n`);
  process.exit(1);
}
