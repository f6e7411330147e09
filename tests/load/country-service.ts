import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContent } from '#server/content/read-content.ts';
import { listen } from './phone.ts';

/**
 * Answers in place of the public country service, which is not what is measured and may be out of reach: a page that
 * waits for it in vain would be counted as one with errors. `flags` lead a Chromium to it. It is not `page.route` of
 * Playwright, because Lighthouse knows nothing of that, and because every request of the page would take a turn through it.
 */
export async function serveCountries(): Promise<{ flags: string[]; close: () => void }> {
  const { countries } = readContent(new URL('../../content', import.meta.url));
  const names = countries.registration.map((common) => ({ name: { common } }));
  const server = createServer(passingCertificate(), (_, response) => {
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(names));
  });
  const rule = `MAP restcountries.com 127.0.0.1:${await listen(server)}`;
  return {
    flags: [`--host-resolver-rules=${rule}`, '--ignore-certificate-errors'],
    close: () => server.close(),
  };
}

/** Made for this run and forgotten after it. */
function passingCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-countries-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=restcountries.com';
    execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch (cause) {
    throw new Error('A certificate is needed: install openssl (Debian: openssl).', { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
