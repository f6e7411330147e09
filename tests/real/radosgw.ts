import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '#server/files/s3-store.ts';
import { freePort } from '../../scripts/free-port.ts';

export const cephPackages = {
  'ceph-common': '/usr/bin/ceph',
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-osd': '/usr/bin/ceph-osd',
  radosgw: '/usr/bin/radosgw',
};

/** A bucket of Ceph, in memory: a monitor, a store and a gateway on 127.0.0.1, with their files in a folder. */
export async function startRadosgw(folder: string) {
  const [monitor, port, fsid] = [await freePort(), await freePort(), randomUUID()];
  const at = (name: string) => join(folder, name);
  for (const name of ['mon', 'osd', 'run']) mkdirSync(at(name));
  writeFileSync(
    at('ceph.conf'),
    `[global]
fsid = ${fsid}
mon host = [v1:127.0.0.1:${monitor}]
mon initial members = a
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${at('run')}
admin socket =
log file = ${at('log')}
keyring = ${at('keyring')}
mon data = ${at('mon')}
osd data = ${at('osd')}
osd objectstore = memstore
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
mon allow pool size one = true
public addr = 127.0.0.1
cluster addr = 127.0.0.1
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${at('rgw')}
`,
  );
  const running: ChildProcess[] = [];
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const configured = (program: string, ...args: string[]) =>
    run(program, '-c', at('ceph.conf'), ...args);
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-c', at('ceph.conf'), '-f', ...args], { stdio: 'ignore' });
    running.push(child);
    return child;
  };
  const stop = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const close = async () => {
    for (const child of running.toReversed()) await stop(child);
  };

  run('ceph-authtool', '--create-keyring', at('keyring'), '--gen-key', '-n', 'mon.');
  const may = ['mon', 'osd'].flatMap((part) => ['--cap', part, 'allow *']);
  run('ceph-authtool', at('keyring'), '--gen-key', '-n', 'client.admin', ...may);
  const address = `[v1:127.0.0.1:${monitor}]`;
  run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', address, at('monmap'));
  const files = ['--monmap', at('monmap'), '--keyring', at('keyring')];
  configured('ceph-mon', '--mkfs', '-i', 'a', ...files);
  start('ceph-mon', '-i', 'a');
  // A store in memory chooses its id itself.
  configured('ceph-osd', '-i', '0', '--mkfs');
  configured('ceph', 'osd', 'new', readFileSync(at('osd/fsid'), 'utf8').trim());
  start('ceph-osd', '-i', '0');

  const endpoint = `http://127.0.0.1:${port}`;
  let gateway: ChildProcess;
  const serve = async () => {
    gateway = start('radosgw', '-n', 'client.admin');
    while (!(await answers(endpoint))) {
      if (gateway.exitCode !== null) throw new Error('radosgw did not start');
      await pause(200);
    }
  };
  await serve();
  const credentials = { accessKeyId: 'REALKEY', secretAccessKey: 'real-secret' };
  configured(
    'radosgw-admin',
    ...'user create --uid=plenary --display-name=plenary'.split(' '),
    `--access-key=${credentials.accessKeyId}`,
    `--secret=${credentials.secretAccessKey}`,
  );
  const settings: S3Settings = { bucket: 'summit', region: 'us-east-1', endpoint, credentials };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  for (const Bucket of ['summit', 'backups'])
    await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  return { settings, serve, goAway: () => stop(gateway), close };
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
