import { cannotListen } from '#server/operations/listen.ts';
import { howToRun } from '#server/how-to-run.ts';
import { openLog } from '#server/operations/log.ts';
import { command, type Print } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';

export const webDashboard = command({
  name: 'dashboard',
  when: '--web',
  summary:
    'Serves the dashboard at ORGANISER_ORIGIN for colleagues who log in, behind a proxy; runs until Ctrl+C.',
  notOffered: 'It is the dashboard itself.',
  asksProviders: true,
  work: (context, _, print) => serveOnTheWeb(context, print),
});

async function serveOnTheWeb(context: CommandContext, print: Print): Promise<void> {
  const { env } = context;
  const { ORGANISER_ORIGIN: origin, ORGANISER_PORT: port, HOST: host } = env;
  if (origin === undefined) {
    throw new CommandError(
      'Set ORGANISER_ORIGIN: the address of the dashboard, on another host than the site.',
    );
  }
  // The imports are here, because no other command needs a server.
  const { builtBundle, untilStopped } = await import('#organiser/dashboard/open-dashboard.ts');
  const { buildWebDashboard } = await import('./web-dashboard.ts');
  const app = await buildWebDashboard(context, {
    origin,
    bundle: builtBundle(),
    logger: openLog(),
  });
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw cannotListen(error, 'ORGANISER_PORT', port, { host, start: howToRun.webDashboard });
  }
  await print(
    `The dashboard is ready at ${origin}, behind a proxy that passes it on to port ${port}.\n`,
  );
  await untilStopped();
  await app.close();
}
