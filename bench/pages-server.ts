import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import { startServer } from './server-process.ts';

/** The server as visitors meet it, with a data folder that nobody else has. */
export async function startBuiltServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-pages-'));
  const port = String(await freePort());
  const child = await startServer({ ...process.env, PORT: port, DATA_DIR: dataDir });
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Lets a server listen on this machine alone, and gives the port that it got. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port could be had');
  return address.port;
}
