import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The result of a step. A step without tests of its own counts only when it fails, as one failure. */
export type Outcome = { passed: number; failed: number; skipped: number };

export type Step = {
  name: string;
  run(): Promise<Outcome>;
};

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0 };
export const oneFailure: Outcome = { passed: 0, failed: 1, skipped: 0 };

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill();
});

// Some tools treat CI as a terminal with colours.
const plain: NodeJS.ProcessEnv = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/** Runs programs one after the other, as in a terminal; returns whether all succeeded. */
export async function succeeds(commands: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  for (const command of commands) {
    const [program = '', ...args] = command.split(' ');
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, ...plain, ...env },
    });
    running.add(child);
    const [code] = await once(child, 'close');
    running.delete(child);
    if (code !== 0) return false;
  }
  return true;
}

/** A step that succeeds or fails as a whole. */
export function checkStep(name: string, ...commands: string[]): Step {
  return { name, run: async () => ((await succeeds(commands)) ? nothing : oneFailure) };
}

/** The same for programs that mostly wait: all of them at once. */
export function sideBySide(name: string, ...commands: string[]): Step {
  const all = () => Promise.all(commands.map((command) => succeeds([command])));
  return { name, run: async () => ((await all()).every(Boolean) ? nothing : oneFailure) };
}

/** Runs all steps, also after a failure, and sets the exit code. */
export async function runSteps(steps: Step[]): Promise<void> {
  const total = { ...nothing };
  const wrong: string[] = [];
  for (const { name, run } of steps) {
    const start = performance.now();
    console.log(`\n── ${name}`);
    const outcome = await run();
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.skipped += outcome.skipped;
    if (outcome.failed > 0) wrong.push(name);
    console.log(`${name}: ${secondsSince(start)}${outcome.failed > 0 ? ', failed' : ''}`);
  }
  if (wrong.length > 0) console.log(`\nFailed: ${wrong.join(', ')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
