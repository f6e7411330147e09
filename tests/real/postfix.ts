import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isOpen } from '#tests/support/open-port.ts';
import { freePort } from '../../scripts/free-port.ts';

/** The moment at which Postfix asks: at the address, or at the end of the mail. */
type Asked = { at: 'RCPT' | 'END-OF-MESSAGE'; recipient: string; sender: string };
/** An action of Postfix's access(5), such as `DUNNO` or `450 4.7.1 later`. */
export type Policy = (asked: Asked) => string;

export type Postfix = Awaited<ReturnType<typeof startPostfix>>;

const NOBODY = 65_534;
/** The services behind its door: a name, a program, and the columns of master(5) between. */
const SERVICES = [
  ['postlog', 'postlogd', 'n - n - 1'],
  ['cleanup', 'cleanup', 'n - n - 0'],
  ['qmgr', 'qmgr', 'n - n 300 1'],
  ['tlsmgr', 'tlsmgr', '- - n 1000 1'],
  ['rewrite', 'trivial-rewrite', '- - n - -'],
  ['bounce', 'bounce', '- - n - 0'],
  ['defer', 'bounce', '- - n - 0'],
  ['trace', 'bounce', '- - n - 0'],
  ['proxymap', 'proxymap', '- - n - -'],
  ['anvil', 'anvil', '- - n - 1'],
  ['error', 'error', '- - n - -'],
  ['retry', 'error', '- - n - -'],
  ['virtual', 'virtual', '- n n - -'],
] as const;

/**
 * A Postfix of its own on 127.0.0.1, with its files in a folder. It takes mails for everybody over TLS, without
 * SMTPUTF8, and asks the test's policy about each. At `port` it has a certificate for localhost, at `otherPort` one for another name.
 */
export async function startPostfix(folder: string) {
  chmodSync(folder, 0o755);
  const [port, otherPort] = [await freePort(), await freePort()];
  let policy: Policy = () => 'DUNNO';
  const asked: Asked[] = [];
  const policyServer = await answerPolicy((question) => {
    asked.push(question);
    return policy(question);
  });
  const certificate = makeCertificate(folder, 'localhost');
  const otherCertificate = makeCertificate(folder, 'other.example');
  const etc = join(folder, 'etc');
  for (const name of ['etc', 'queue', 'data', 'mail']) mkdirSync(join(folder, name));
  const user = Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' }));
  chownSync(join(folder, 'data'), user, user);
  chownSync(join(folder, 'mail'), NOBODY, NOBODY);
  const asks = `check_policy_service inet:127.0.0.1:${policyServer.port}`;
  const main = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'queue'),
    data_directory: join(folder, 'data'),
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    maillog_file: join(folder, 'log'),
    maillog_file_prefixes: folder,
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'mail.example',
    mynetworks: '127.0.0.0/8',
    mydestination: '',
    // Every mail lands in one Maildir.
    default_transport: 'virtual',
    relay_transport: 'virtual',
    virtual_transport: 'virtual',
    virtual_mailbox_base: join(folder, 'mail'),
    virtual_mailbox_maps: 'static:all/',
    virtual_uid_maps: `static:${NOBODY}`,
    virtual_gid_maps: `static:${NOBODY}`,
    smtpd_tls_security_level: 'encrypt',
    smtpd_tls_chain_files: join(folder, 'localhost.pem'),
    smtpd_tls_session_cache_database: '',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_recipient_restrictions: `${asks}, permit_mynetworks, reject`,
    smtpd_end_of_data_restrictions: asks,
    smtpd_peername_lookup: 'no',
    smtputf8_enable: 'no',
    alias_maps: '',
  };
  writeFileSync(
    join(etc, 'main.cf'),
    Object.entries(main)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  writeFileSync(
    join(etc, 'master.cf'),
    [
      `127.0.0.1:${port} inet n - n - - smtpd`,
      `127.0.0.1:${otherPort} inet n - n - - smtpd\n  -o smtpd_tls_chain_files=${join(folder, 'other.example.pem')}`,
      ...SERVICES.map(([name, program, columns]) => {
        const kind = name === 'postlog' ? 'unix-dgram' : 'unix';
        return `${name} ${kind} ${columns} ${program}`;
      }),
      '',
    ].join('\n'),
  );
  const master = spawn('/usr/sbin/postfix', ['-c', etc, 'start-fg'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  master.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  while (!(await isOpen(port))) {
    if (master.exitCode !== null) throw new Error(`Postfix did not start: ${words}`);
    await pause(50);
  }
  const id = Number(readFileSync(join(folder, 'queue/pid/master.pid'), 'utf8'));
  const delivered = () => globSync(join(folder, 'mail/all/new/*'));
  return {
    port,
    otherPort,
    certificate,
    otherCertificate,
    asked,
    policy: (next: Policy) => void (policy = next),
    /** The mails that were delivered. */
    delivered: () => delivered().map((file) => readFileSync(file, 'utf8')),
    async close() {
      policyServer.close();
      if (master.exitCode !== null) return;
      const gone = once(master, 'exit');
      process.kill(id, 'SIGTERM');
      await gone;
    },
    reset() {
      policy = () => 'DUNNO';
      asked.length = 0;
      for (const file of delivered()) rmSync(file);
    },
  };
}

function makeCertificate(folder: string, name: string): string {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const request = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name}`;
  execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  writeFileSync(
    join(folder, `${name}.pem`),
    readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'),
    { mode: 0o600 },
  );
  return readFileSync(certificate, 'utf8');
}

/** Answers Postfix's questions by SMTPD_POLICY_README: lines of attributes, then an empty line. */
async function answerPolicy(answer: Policy) {
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const {
          protocol_state: at,
          recipient = '',
          sender = '',
        } = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)));
        socket.write(`action=${answer({ at, recipient, sender })}\n\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    close: () => server.close(),
  };
}
