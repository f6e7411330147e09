import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The server that answers the calls in development, behind Vite's server for the pages. */
export type CallsServer = {
  /** Does nothing while it runs. */
  start: () => void;
  /** Resolves when the process has ended. */
  stop: () => Promise<void>;
  /** Whether it answers; waits while it starts. */
  answers: () => Promise<boolean>;
};

const LONGEST_START_MS = 60_000;

type CallsSettings = {
  port: number;
  variables: NodeJS.ProcessEnv;
  /** The first process did not start, or ended. */
  onFirstFailure: () => void;
};

export function callsServer({ port, variables, onFirstFailure }: CallsSettings): CallsServer {
  let child: ChildProcess | undefined;
  let starts = 0;
  const isGone = () => child === undefined || child.exitCode !== null || child.signalCode !== null;

  return {
    start() {
      if (!isGone()) return;
      const isFirst = starts++ === 0;
      child = spawn(process.execPath, ['server/main.ts', '--calls-only'], {
        // Its output has the addresses, which are printed once. The IPC channel ends it when this process is killed.
        stdio: ['ignore', isFirst ? 'inherit' : 'ignore', 'inherit', 'ipc'],
        env: { ...variables, PORT: String(port), HOST: '127.0.0.1' },
      });
      if (isFirst) child.once('exit', (code) => code !== 0 && code !== null && onFirstFailure());
    },
    async stop() {
      if (child === undefined || isGone()) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
    async answers() {
      const deadline = Date.now() + LONGEST_START_MS;
      while (Date.now() < deadline) {
        if (!isGone() && (await isListening(port))) return true;
        if (isGone()) return false;
        await pause(50);
      }
      return false;
    },
  };
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
