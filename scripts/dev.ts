import { createServer } from 'vite';
import { readEnv, SettingError } from '#server/env.ts';
import { callsServer } from './calls-server.ts';
import { followEdits } from './follow-edits.ts';
import { freePort } from './free-port.ts';

/** `npm run dev`: the pages from Vite, the calls from our own server behind it. Both follow every edit. */
try {
  await develop();
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exit(1);
}

async function develop(): Promise<void> {
  process.env['NODE_ENV'] = 'development';
  const env = readEnv(process.env);
  const port = env.PORT || (await freePort());
  const callsPort = await freePort();
  const calls = callsServer({
    port: callsPort,
    variables: {
      ...process.env,
      // Payers return to the pages, not to a port that only this script knows.
      PUBLIC_BASE_URL: env.PUBLIC_BASE_URL ?? `http://localhost:${port}`,
    },
    // Its own output says why. A later failure comes from an edit, and the next edit may correct it.
    onFirstFailure: () => void stop(1),
  });
  const behind = `http://127.0.0.1:${callsPort}`;
  const vite = await createServer({
    mode: 'development',
    clearScreen: false,
    plugins: [followEdits(calls)],
    server: {
      port,
      host: env.HOST,
      strictPort: true,
      proxy: Object.fromEntries(
        ['/api', '/sandbox', '/receipt', '/healthz', '/readyz'].map((path) => [path, behind]),
      ),
    },
  });

  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await Promise.all([calls.stop(), vite.close()]);
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0));
  }
  await vite.listen().catch((error: unknown) => {
    throw isTaken(error) ? portTaken(port) : error;
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && error.message.includes('already in use');
}

function portTaken(port: number): SettingError {
  return new SettingError(
    `PORT ${port} is taken by another program: stop it, or choose another with PORT=3001 npm run dev.`,
  );
}
