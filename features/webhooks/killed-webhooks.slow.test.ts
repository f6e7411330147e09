import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { submit } from '#tests/support/author.ts';
import { copyConference } from '#tests/support/conference-copy.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { startTestMailbox } from '#tests/support/test-mailbox.ts';
import { startTestReceiver } from '#tests/support/test-receiver.ts';

test('a message in flight when a server is killed goes out again with the same id, and a mailbox is read', async () => {
  const conference = copyConference('killed-webhooks');
  const [receiver, mailbox] = [await startTestReceiver(), await startTestMailbox()];
  editContent(join(conference.folder, 'conference.yaml'), [
    [['webhooks'], [{ id: 'crm', events: ['submitted'] }]],
  ]);
  mailbox.put('From: ada@lab.example\r\nSubject: An answer\r\n\r\nHello\r\n');
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-webhooks-'));
  const server = await startServerProcess(
    {
      DATA_DIR: dataDir,
      CONTENT_DIR: conference.folder,
      WEBHOOK_ENDPOINTS: `crm ${receiver.url} whsec_${'c2VjcmV0'.repeat(4)}`,
      WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
      PUBLIC_BASE_URL: 'http://localhost',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '9',
      SMTP_TLS: 'off',
      BOUNCE_ADDRESS: 'bounce+*@summit.example',
      BOUNCE_IMAP_URL: mailbox.url(),
    },
    ['--calls-only'],
  );
  onTestFinished(async () => {
    await server.close();
    await Promise.all([receiver.close(), mailbox.close()]);
    conference.remove();
  });
  await expect.poll(mailbox.state).toEqual({ kept: 1, unread: 0 });

  // The worst moment: the receiver has the message, and the server does not know it.
  receiver.answers('silent');
  await submit(server);
  await expect.poll(() => receiver.received.length).toBe(1);
  await server.kill();
  const db = openDatabase({ url: undefined, dataDir, log: () => undefined });
  // The leases of the killed server would end after a minute.
  const over = new Date(0).toISOString();
  await db.updateTable('leases').set({ until: over }).execute();
  await db.updateTable('webhook_messages').set({ lease_until: over }).execute();
  await db.destroy();
  receiver.answers(204);
  await server.start();
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first, again] = receiver.received;
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(again?.body).toBe(first?.body);
});
