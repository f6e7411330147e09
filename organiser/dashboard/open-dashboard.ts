import { pino } from 'pino';
import { cannotListen } from '#server/operations/listen.ts';
import { serializers } from '#server/operations/log.ts';
import { type CommandContext, CommandError } from '../command-context.ts';
import { buildDashboard } from './app.ts';
import { BUNDLE_FOLDER, loadBundle } from './bundle.ts';

const HOST = '127.0.0.1';

/** Starts the dashboard's server on the loopback address. `address` has the token and works once. */
export async function openDashboard(
  context: CommandContext,
  folder = BUNDLE_FOLDER,
): Promise<{ address: string; close: () => Promise<void> }> {
  const bundle = loadBundle(folder);
  if (!bundle) {
    throw new CommandError(
      'The page of the dashboard is not built: npm run dashboard builds it, and starts it.',
    );
  }
  const logger = pino(
    { level: 'error', base: null, serializers },
    pino.destination({ dest: 2, sync: true }),
  );
  const { app, token } = await buildDashboard({ context, bundle, logger });
  const { DASHBOARD_PORT: port } = context.env;
  try {
    const origin = await app.listen({ port, host: HOST });
    return { address: `${origin}/?token=${token}`, close: () => app.close() };
  } catch (error) {
    throw cannotListen(error, 'DASHBOARD_PORT', port, HOST);
  }
}
