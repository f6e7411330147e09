import { command, type Print } from '../command.ts';
import type { CommandContext } from '../command-context.ts';

export const dashboard = command({
  name: 'dashboard',
  summary:
    'Shows the conference as a page for a browser on this machine; prints its address, which works once, and runs until Ctrl+C.',
  notOffered: 'It is the dashboard itself.',
  asksProviders: true,
  work: (context, _, print) => serveDashboard(context, print),
});

async function serveDashboard(context: CommandContext, print: Print): Promise<void> {
  // The import is here, because no other command needs a server.
  const { openDashboard, untilStopped } = await import('./open-dashboard.ts');
  const { apiRoutes } = await import('./api.ts');
  const { address, close } = await openDashboard({
    calls: apiRoutes(context),
    palette: context.content.conference.looks.palette,
    port: context.env.DASHBOARD_PORT,
  });
  await print(`The dashboard, for the browser that opens this address first:\n\n${address}\n\n`);
  await print('It ends with Ctrl+C.\n');
  await untilStopped();
  await close();
}
