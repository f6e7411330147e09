import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';

/** An answer for nginx: the compressed bytes of a body, and their encoding. */
export type Serving = { type: string; encoding: string | undefined; bytes: Buffer };

/**
 * nginx with one worker process that serves these bytes at /file, as fast as it can: the open file is kept, sendfile, an
 * ETag, and nothing written to a log.
 */
export async function startNginx({ type, encoding, bytes }: Serving) {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'file'), bytes);
  const settings = join(folder, 'nginx.conf');
  writeFileSync(settings, configuration(folder, port, { type, encoding }));
  // Its worker runs as the user nobody when root starts it.
  spawnSync('chmod', ['-R', 'a+rX', folder]);

  const child = spawn('nginx', ['-p', folder, '-c', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('error', () => {
    throw new Error('nginx did not start (Debian: apt-get install nginx-light)');
  });
  const url = `http://127.0.0.1:${port}/file`;
  await ready(url);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function configuration(folder: string, port: number, { type, encoding }: Omit<Serving, 'bytes'>) {
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/errors crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=100;
  open_file_cache_valid 1h;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location = /file {
      types {}
      default_type "${type}";
      ${encoding === undefined ? '' : `add_header Content-Encoding ${encoding};`}
    }
  }
}
`;
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(url).catch(() => undefined)) return;
    await new Promise((rest) => setTimeout(rest, 25));
  }
  throw new Error(`nginx does not answer at ${url}`);
}
