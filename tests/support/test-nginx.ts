import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../../scripts/free-port.ts';

const project = join(import.meta.dirname, '../..');
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** The second number of nginx's version, such as 26; undefined without nginx. */
export function nginxVersion(): number | undefined {
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8', env: { PATH } });
  const [, version] = /nginx\/1\.(\d+)/.exec(stderr ?? '') ?? [];
  return version === undefined ? undefined : Number(version);
}

/**
 * The proxy of deploy/proxy/nginx.conf in front of servers of this machine, with a certificate made for the run. `change`
 * edits that file.
 */
export async function startNginx(change = (site: string) => site): Promise<{
  origin: string;
  /** Sets the ports of the servers and starts nginx. */
  lead: (ports: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-nginx-'));
  const [plain, secure] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', [...request.split(' '), ...names, ...files], { stdio: 'ignore' });
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);
  const origin = `https://localhost:${secure}`;
  let end = async () => undefined as void;
  return {
    origin,
    async lead(ports) {
      const site = change(readFileSync(join(project, 'deploy/proxy/nginx.conf'), 'utf8'))
        .replace(/ {4}server 127\.0\.0\.1:3000 (.*;)/, (_, rest: string) =>
          ports.map((port) => `    server 127.0.0.1:${port} ${rest}`).join('\n'),
        )
        .replaceAll(/ {4}listen \[::\].*\n/g, '')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443', `listen 127.0.0.1:${secure}`)
        .replace('http2 on;', (nginxVersion() ?? 0) < 25 ? '' : 'http2 on;')
        .replaceAll('/srv/plenary', project)
        .replace('/var/cache/plenary', join(folder, 'kept'))
        .replaceAll('conference.example', 'localhost')
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${join(folder, kind)};`,
      );
      writeFileSync(
        join(folder, 'nginx.conf'),
        `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
worker_processes 1; events { worker_connections 4096; }
http { access_log off; ${temporary.join(' ')}
${site}
}
`,
      );
      const words = ['-p', folder, '-c', join(folder, 'nginx.conf')];
      const child = spawn('nginx', words, {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH },
      });
      let said = '';
      child.stderr.on('data', (chunk) => (said += String(chunk)));
      const gone = once(child, 'exit');
      end = async () => {
        child.kill('SIGTERM');
        await gone;
      };
      while (!(await fetch(`${origin}/healthz`).catch(() => undefined))) {
        if (child.exitCode !== null) throw new Error(said);
        await pause(50);
      }
    },
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
