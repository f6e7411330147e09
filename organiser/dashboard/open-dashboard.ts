import { once } from 'node:events';
import { pino } from 'pino';
import { cannotListen } from '#server/operations/listen.ts';
import { serializers } from '#server/operations/log.ts';
import { newId } from '#server/identity.ts';
import { createAccess } from './access.ts';
import { buildDashboard, type Dashboard } from './app.ts';
import { type Bundle, BUNDLE_FOLDER, loadBundle } from './bundle.ts';
import { howToRun } from '#server/how-to-run.ts';
import { CommandError } from '../command-context.ts';

const HOST = '127.0.0.1';

/** Starts the dashboard's server on the loopback address. `address` has the token and works once. */
export async function openDashboard({
  /** DASHBOARD_PORT */
  port,
  ...page
}: Pick<Dashboard, 'calls' | 'palette'> & { port: number }): Promise<{
  address: string;
  close: () => Promise<void>;
}> {
  const bundle = builtBundle();
  const logger = pino(
    { level: 'error', base: null, serializers },
    pino.destination({ dest: 2, sync: true }),
  );
  const { token, guard } = createAccess(newId);
  const app = await buildDashboard({ ...page, bundle, logger, guard });
  try {
    const origin = await app.listen({ port, host: HOST });
    return { address: `${origin}/?token=${token}`, close: () => app.close() };
  } catch (error) {
    throw cannotListen(error, 'DASHBOARD_PORT', port, { host: HOST, start: howToRun.dashboard });
  }
}

/** Waits until Ctrl+C or another signal ends the process. */
export async function untilStopped(): Promise<void> {
  const end = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal, end)));
  end.abort();
}

/** The page of this installation. Throws if it is not built. */
export function builtBundle(): Bundle {
  const bundle = loadBundle(BUNDLE_FOLDER);
  if (bundle) return bundle;
  throw new CommandError(
    `The page of the dashboard is not built: ${howToRun.dashboard} builds it, and starts it.`,
  );
}
