import { once } from 'node:events';
import { type CommandContext, withCommandContext } from '../command-context.ts';
import { type Command, type Print, readArguments } from '../command.ts';

export const dashboard: Command = {
  name: 'dashboard',
  help: `dashboard
      shows the same as a page for a browser on this machine; prints its address, which works once, and runs until Ctrl+C`,
  async run(args, print) {
    readArguments(args, {}, 0);
    await withCommandContext((context) => serveDashboard(context, print));
    return 0;
  },
};

async function serveDashboard(context: CommandContext, print: Print): Promise<void> {
  // Loaded here: no other command needs a server.
  const { openDashboard } = await import('./open-dashboard.ts');
  const { address, close } = await openDashboard(context);
  await print(`The dashboard, for the browser that opens this address first:\n\n${address}\n\n`);
  await print('It ends with Ctrl+C.\n');
  const end = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal, end)));
  end.abort();
  await close();
}
