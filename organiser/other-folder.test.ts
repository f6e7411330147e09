import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readEnv } from '#server/config/env.ts';
import { keepContent } from '#server/content/kept-content.ts';
import { stampOf } from '#server/content/stamp.ts';
import { joinServers } from '#server/operations/servers.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';

test('a command of another folder than the server’s refuses to act, and reads with a warning', async () => {
  const served = join(testFolder(), 'served');
  const other = join(testFolder(), 'other');
  for (const folder of [served, other]) {
    cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  }
  const server = await startTestSite();
  const context = testContext(server);
  keepContent(served, context.dataDir);
  const { clock } = server.context;
  await joinServers(server.db, clock, {
    id: 'server',
    host: 'one',
    version: '1',
    mode: 'sandbox',
    fileStore: 'folder',
    sandboxId: undefined,
    contentStamp: stampOf(served, ['.']),
  });
  const from = (folder: string, ...args: string[]) =>
    organise({ ...context, env: readEnv({ CONTENT_DIR: folder }) }, ...args);
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  // The same texts in another place, such as in a container.
  await from(other, 'purge', '--yes');
  editContent(join(other, 'prices.yaml'), [[['presentation_types', 0, 'price'], '1.00']]);
  for (const args of [
    ['agree', 'ada@lab.example', '5.00', 'x'],
    ['purge', '--yes'],
    ['reconcile'],
  ]) {
    await expect(from(other, ...args)).rejects.toThrow(`set CONTENT_DIR=${served}`);
  }
  expect(warned).not.toHaveBeenCalled();
  await from(other, 'status');
  expect(warned).toHaveBeenCalledWith(expect.stringContaining(`those in ${other}`));

  // A folder that cannot be read is not used.
  const broken = { ...context, contentMistakes: 'prices.yaml: unreadable' };
  warned.mockClear();
  const env = readEnv({ CONTENT_DIR: join(testFolder(), 'gone') });
  await organise({ ...broken, env }, 'purge', '--yes');
  expect(warned).not.toHaveBeenCalled();

  // Edits of the own folder wait for a restart.
  editContent(join(served, 'prices.yaml'), [[['presentation_types', 0, 'price'], '1.00']]);
  warned.mockClear();
  await from(served, 'purge', '--yes');
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
