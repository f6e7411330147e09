import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { openOffice } from './office.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

/** The PATH with a program `soffice`, which runs these lines of JavaScript; `args` are its arguments. */
function withOffice(lines: string): NodeJS.ProcessEnv {
  const path = join(folder, 'soffice');
  writeFileSync(path, `#!${process.execPath}\nconst args = process.argv.slice(2);\n${lines}\n`);
  chmodSync(path, 0o700);
  return { PATH: [folder, dirname(process.execPath)].join(delimiter), SMTP_URL: 'secret' };
}

const CONVERT = `
  const fs = require('node:fs');
  const out = args[args.indexOf('--outdir') + 1];
  const document = args.at(-1);
  fs.writeFileSync(document.replace(/[.][a-z]+$/, '.pdf'), JSON.stringify({ args, env: process.env, text: fs.readFileSync(document, 'utf8'), mode: fs.statSync(out).mode & 0o777 }));
`;

test('LibreOffice gets a profile of its own, none of our settings, and no name from a stranger', async () => {
  const office = openOffice(withOffice(CONVERT));
  const pdf = await office.toPdf(Buffer.from('words'), '--convert-to evil; rm *.DOCX');
  const said = JSON.parse(String(pdf));
  expect(said).toMatchObject({ text: 'words', mode: 0o700 });
  expect(said.env.SMTP_URL).toBeUndefined();
  const out = said.args[said.args.indexOf('--outdir') + 1];
  expect(said.args.at(-1)).toMatch(new RegExp(`^${out}/[0-9a-f]{64}[.]docx$`));
  expect(said.args[0]).toBe(`-env:UserInstallation=file://${out}/profile`);
  expect(existsSync(said.args.at(-1))).toBe(false);
  const settings = readFileSync(join(out, 'profile/user/registrymodifications.xcu'), 'utf8');
  expect(settings).toContain(
    '"BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>',
  );
  // The next document does not get the PDF of the one before.
  writeFileSync(join(folder, 'soffice'), `#!${process.execPath}\n`);
  expect(await office.toPdf(Buffer.from('x'), 'two.doc')).toBe('LibreOffice could not read it');
  await office.close();
  expect(existsSync(out)).toBe(false);
});

test('a document that LibreOffice cannot convert in time is named, and its programs end', async () => {
  const mark = join(folder, 'pid');
  const env = withOffice(
    `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
     require('node:fs').writeFileSync(${JSON.stringify(mark)}, String(child.pid));
     setInterval(() => {}, 1000);`,
  );
  const limit = new AbortController();
  const office = openOffice(env, () => limit.signal);
  const converted = office.toPdf(Buffer.from('x'), 'slow.docx');
  const patience = { timeout: 60_000 };
  await vi.waitFor(() => expect(readFileSync(mark, 'utf8')).toMatch(/^\d+$/), patience);
  limit.abort();
  expect(await converted).toBe('LibreOffice needed more than 60 seconds for it');
  const pid = Number(readFileSync(mark, 'utf8'));
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), patience);
  await office.close();
});

test('documents are converted together, and after one that ends the program each by itself', async () => {
  const starts = join(folder, 'starts');
  const env = withOffice(`
    const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(starts)}, '.');
    for (const document of args.filter((arg) => arg.endsWith('.docx'))) {
      const text = fs.readFileSync(document, 'utf8');
      if (text === 'bad') process.exit(1);
      fs.writeFileSync(document.replace('.docx', '.pdf'), 'PDF of ' + text);
    }`);
  const office = openOffice(env);
  const texts = ['one', 'two', 'bad', 'three', 'three'];
  await office.prepare(
    (async function* () {
      for (const text of texts) yield { bytes: Buffer.from(text), fileName: `${text}.docx` };
    })(),
  );
  const read = async (text: string) =>
    String(await office.toPdf(Buffer.from(text), `${text}.docx`));
  expect([await read('one'), await read('two')]).toEqual(['PDF of one', 'PDF of two']);
  expect(readFileSync(starts, 'utf8')).toHaveLength(1);
  expect(await read('bad')).toBe('LibreOffice could not convert it');
  expect(await read('three')).toBe('PDF of three');
  expect(readFileSync(starts, 'utf8')).toHaveLength(3);
  await office.close();
});

test('a failing LibreOffice and a missing one are named', async () => {
  const failing = openOffice(withOffice('process.exit(3)'));
  expect(await failing.toPdf(Buffer.from('x'), 'a.docx')).toBe('LibreOffice could not convert it');
  await failing.close();
  const missing = openOffice({ PATH: join(folder, 'nothing') });
  expect(await missing.toPdf(Buffer.from('x'), 'a.docx')).toBe(
    'no PDF, and this machine has no LibreOffice (soffice) to make one of it',
  );
  await missing.close();
});

/** A process that ended and that nobody waits for is a zombie. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
