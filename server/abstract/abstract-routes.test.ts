import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import { aForm, endOfForm, filePart, formParts, remainsOf, SUBMIT } from '#tests/support/author.ts';
import { aDoc, aDocx, anRtf, aPdf } from '#tests/support/sample-files.ts';
import { startTestBucket, type TestBucket } from '#tests/support/test-bucket.ts';
import { postedMails } from '#tests/support/posted-mails.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { limits } from '#server/http/rate-limit.ts';
import { listAbstracts } from './abstracts.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(['a folder', 'a bucket'])('with files in %s', (kind) => {
  let bucket: TestBucket | undefined;
  let server: TestSite;
  beforeAll(async () => {
    bucket = kind === 'a bucket' ? await startTestBucket() : undefined;
    server = await startTestSite({ bucket });
  });
  afterAll(async () => {
    await server.close();
    await bucket?.close();
  });

  const abstractsOf = async (email: string) =>
    (await listAbstracts(server.db)).filter((abstract) => abstract.email === email);

  async function storedBytesOf(email: string): Promise<Buffer> {
    const [abstract] = await abstractsOf(email);
    return buffer(await server.files.store.read(abstract?.fileKey ?? ''));
  }

  test('an abstract is stored byte for byte, and its author has a receipt', async () => {
    const form = aForm();
    const bytes = aPdf(300_001);
    const { status, json } = await server.submit({ form, name: 'My Talk (final).PDF', bytes });
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      message: expect.any(String),
      reference: expect.stringMatching(/^AB26-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      session: 'Smart Polymers',
      fileName: 'My Talk (final).PDF',
      bytes: 300_001,
      sha256: sha256(bytes),
    });
    expect((await storedBytesOf(String(form['email']))).equals(bytes)).toBe(true);
    expect(await abstractsOf(String(form['email']))).toMatchObject([
      { ...form, reference: json['reference'], sha256: sha256(bytes) },
    ]);
  });

  test.each([
    ['an old Word document', 'a.doc', aDoc()],
    ['RTF with the ending of an old Word document', 'a.DOC', anRtf()],
    ['a new Word document', 'a.docx', aDocx()],
    [
      'a new Word document with a picture and a formula',
      'b.docx',
      aDocx({ 'word/media/image1.png': 'x', 'word/embeddings/oleObject1.bin': 'y' }),
    ],
    ['a name in another script', '高分子 – Übersicht.pdf', aPdf()],
    ['a name with two endings', 'poster.v2.pdf', aPdf()],
  ])('%s is accepted', async (_, name, bytes) => {
    const form = aForm();
    const { status, json } = await server.submit({ form, name, bytes });
    expect({ status, name: json['fileName'] }).toEqual({ status: 200, name });
    expect((await storedBytesOf(String(form['email']))).equals(bytes)).toBe(true);
  });

  test('a file of exactly 25 MB arrives whole', async () => {
    const bytes = aPdf(ABSTRACT_FILE_LIMIT);
    const form = aForm();
    const { status, json } = await server.submit({ form, bytes });
    expect({ status, sha256: json['sha256'] }).toEqual({ status: 200, sha256: sha256(bytes) });
    expect((await storedBytesOf(String(form['email']))).equals(bytes)).toBe(true);
  });

  test('a file of one byte more gets a 413, and nothing of the file stays', async () => {
    const before = await server.remainsOf();
    const { status, json } = await server.submit({ bytes: aPdf(ABSTRACT_FILE_LIMIT + 1) });
    expect({ status, message: json['message'] }).toEqual({
      status: 413,
      message: 'File too large. Max 25MB.',
    });
    await expect.poll(() => server.remainsOf()).toEqual(before);
  });

  test('a visitor who sends far too much still reads the reason of the refusal', async () => {
    const before = await server.remainsOf();
    const { status, headers } = await server.submit({ bytes: aPdf(60_000_000) });
    expect({ status, connection: headers.get('connection') }).toEqual({
      status: 413,
      connection: 'close',
    });
    expect(await server.remainsOf()).toEqual(before);
  });

  test('the same file for the same session from the same person is one abstract', async () => {
    const form = aForm();
    const bytes = aPdf(5000, 'twice');
    const first = await server.submit({ form, bytes });
    const before = await server.remainsOf();
    const shouted = { ...form, email: String(form['email']).toUpperCase() };
    const again = await Promise.all([
      server.submit({ form, bytes, name: 'other-name.pdf' }),
      server.submit({ form: shouted, bytes }),
    ]);
    server.clock.advance(60 * 60_000);
    again.push(await server.submit({ form, bytes }));
    for (const { status, json } of again)
      expect({ status, json }).toEqual({ status: 200, json: first.json });
    expect(await server.remainsOf()).toEqual(before);
  });

  test('ten equal submissions at the same time are one abstract too', async () => {
    const before = await server.remainsOf();
    const form = aForm();
    const bytes = aPdf(20_000, 'ten at once');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.submit({ form, bytes })),
    );
    const references = new Set(answers.map(({ json }) => json['reference']));
    expect(references.size).toBe(1);
    const after = await server.remainsOf();
    expect(after.rows).toBe(before.rows + 1);
    expect(after.stored).toHaveLength(before.stored.length + 1);
    expect(after.mails).toBe(before.mails + 2);
    expect(after.uploads).toEqual([]);
  });

  test('another session, another file or another person is another abstract', async () => {
    const form = aForm();
    const bytes = aPdf(900, 'others');
    await server.submit({ form, bytes });
    await server.submit({ form: { ...form, sessionId: 'functional-polymers' }, bytes });
    await server.submit({ form, bytes: aPdf(901, 'others') });
    await server.submit({ form: aForm(), bytes });
    expect(await abstractsOf(String(form['email']))).toHaveLength(3);
  });

  test('author and secretary get one mail each, with the facts that identify the abstract', async () => {
    const form = aForm({ sessionId: 'polymer-rheology' });
    const { json } = await server.submit({ form, name: 'flow.pdf' });
    const mails = await server.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', 'in', ['abstract-received', 'abstract-received-for-secretary'])
      .where('payload', 'like', `%${String(json['reference'])}%`)
      .orderBy('kind')
      .execute();
    const { secretary } = server.content.conference;
    expect(mails.map(({ recipient }) => recipient)).toEqual([form['email'], secretary.email]);
    for (const { payload } of mails) {
      for (const words of ['Polymer Rheology', String(json['sha256'])]) {
        expect(payload).toContain(words);
      }
    }
    // A name with a digit is not a plain name.
    for (const typed of [form['organizationName'], form['name']]) {
      expect(mails[0]?.payload).not.toContain(typed);
      expect(mails[1]?.payload).toContain(typed);
    }
    for (const { payload } of mails) expect(payload).toContain('flow.pdf');
  });

  test('a visitor who leaves in the middle of an upload leaves no file', async () => {
    const before = await server.remainsOf();
    for (const share of [0.1, 0.5, 0.99]) await leaveAfter(server, share);
    await expect.poll(() => server.remainsOf()).toEqual(before);
  });
});

test('the file of an abstract has no address, whatever name a request uses', async () => {
  const server = await startTestSite();
  const { json } = await server.submit({ name: 'talk.pdf' });
  const [key = ''] = await server.files.listStored();
  const reference = String(json['reference']);
  for (const name of [key, reference, 'talk.pdf', String(json['sha256']), `${reference}.pdf`]) {
    for (const folder of [
      '',
      'files',
      'uploads',
      'abstracts',
      'data/files',
      'api/files',
      'assets',
    ]) {
      const answer = await server.get(`/${folder}/${name}`);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('%PDF');
    }
    for (const call of ['status', 'download', 'submit']) {
      const answer = await server.get(`/api/form-submission/${call}/${name}`);
      expect(answer.status).toBe(404);
    }
  }
});

test('a network whose uploads have claimed half of the disk waits, and no other network waits', async () => {
  const server = await startTestSite({ trustedProxies: ['127.0.0.0/8'] });
  const { bavail, bsize } = statfsSync(server.files.dataDir);
  await server.files.uploads.claimRoom('unfinished', bavail * bsize * 0.6, '192.0.2.1');
  const statusFor = async (address: string) => {
    const answer = await fetch(`${server.origin}${SUBMIT}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=BOUNDARY',
        'x-forwarded-for': address,
      },
      body: new Uint8Array(Buffer.concat([...formParts(), filePart('a.pdf', aPdf()), endOfForm])),
    });
    return answer.status;
  };
  expect(await statusFor('192.0.2.1')).toBe(503);
  expect(await statusFor('192.0.2.2')).toBe(200);
  await server.files.uploads.forget('unfinished');
  expect(await statusFor('192.0.2.1')).toBe(200);
});

test('a store that does not answer causes a 503, and the abstract can be sent again', async () => {
  const bucket = await startTestBucket();
  const server = await startTestSite({ bucket });
  await bucket.close();
  const { status, json } = await server.submit();
  expect(status).toBe(503);
  expect(json).toMatchObject({ code: 'store-unavailable', message: expect.any(String) });
  expect(
    await remainsOf({ ...server, files: { ...server.files, listStored: async () => [] } }),
  ).toMatchObject({ rows: 0, mails: 0 });
});

describe('the choices', () => {
  let server: TestSite;
  beforeAll(async () => {
    server = await startTestSite();
    return server.close;
  });

  test('of sessions and interest areas come from the content, in the same order', async () => {
    const { sessions, interestAreas } = server.content.sessions;
    const given = async (path: string) => (await server.get(`/api/form-submission/${path}`)).json;
    expect(await given('get-session-options')).toEqual(
      sessions.map(({ id, name }) => ({ id, option_name: name })),
    );
    expect(await given('get-interested-in-options')).toEqual(
      interestAreas.map(({ id, name }) => ({ id, option_name: name })),
    );
  });

  test('and the form are in the OpenAPI document', async () => {
    const { json } = await server.get('/api/openapi.json');
    const form = json['paths']?.[SUBMIT]?.['post']?.['requestBody']?.['content'];
    expect(Object.keys(form ?? {})).toEqual(['multipart/form-data']);
    expect(JSON.stringify(form)).toContain('abstractFile');
  });
});

describe('a flood of abstracts', () => {
  let server: TestSite;
  beforeAll(async () => {
    server = await startTestSite({
      rateLimit: true,
      quotas: { uploads: 200, uploadBytes: 5_000_000_000 },
    });
    return server.close;
  });

  async function insertAbstracts(count: number, email: string, bytes: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, i) => ({
      id: `${email} ${i}`,
      dedupe_key: `${email} ${i}`,
      reference: `${email} ${i}`,
      title_prefix: '',
      name: '',
      phone: '',
      email,
      organization: '',
      country: '',
      language: 'en',
      search_text: '',
      interest_area_id: '',
      session_id: '',
      token: `${email} ${i}`,
      file_id: `${email} ${i}`,
      created_at: server.clock.now().toISOString(),
    }));
    await server.db.insertInto('abstracts').values(rows).execute();
    const files = rows.map(({ file_id: id, id: abstract_id, created_at }) => ({
      id,
      abstract_id,
      kind: 'submitted' as const,
      file_name: '',
      bytes,
      sha256: '',
      file_key: id,
      file_store: server.files.store.id,
      created_at,
      actor: 'author',
    }));
    await server.db.insertInto('abstract_files').values(files).execute();
    const uploads = files.map(({ id: key, created_at: received_at }) => ({
      key,
      bytes,
      received_at,
    }));
    await server.db.insertInto('uploads').values(uploads).execute();
  }

  test('that name one author is accepted, but the author gets no more mails', async () => {
    await postedMails(server, { kind: 'abstract-received', to: 'busy@lab.example', count: 20 });
    const before = (await server.listMessages(100)).length;
    const busy = await server.submit({ form: aForm({ email: 'Busy@lab.example' }) });
    expect(busy.status).toBe(200);
    expect((await server.submit()).status).toBe(200);
    const recipients = (await server.listMessages(100)).map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(before + 2);
    expect(recipients.filter((recipient) => recipient.startsWith('Busy@'))).toEqual([]);
  });

  test('from everybody together is refused, with an alarm', async () => {
    await insertAbstracts(200, 'many@lab.example', 1);
    expect(await server.submit()).toMatchObject({
      status: 503,
      json: { code: 'quota-reached' },
    });
    expect(server.log).toContainEqual(expect.objectContaining({ alarm: true }));
    server.clock.advance(61 * 60_000);
    expect((await server.submit()).status).toBe(200);
  });

  test('with too many bytes is refused for a day', async () => {
    await insertAbstracts(3, 'large@lab.example', 1_800_000_000);
    server.clock.advance(2 * 60 * 60_000);
    expect((await server.submit()).status).toBe(503);
    server.clock.advance(23 * 60 * 60_000);
    expect((await server.submit()).status).toBe(200);
  });

  test('from one address ends in 429 with a time to wait', async () => {
    // Any request counts, also one that is no form.
    await Promise.all(Array.from({ length: limits.upload.atOnce }, () => server.post(SUBMIT, {})));
    // The sender of a large file reads the reason, too.
    const last = await server.submit({ bytes: aPdf(20_000_000) });
    expect(last).toMatchObject({ status: 429, json: { code: 'too-many-requests' } });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

/** Sends a part of a form with a file of 2 MB, and hangs up once the server has begun to store the file. */
async function leaveAfter(server: TestSite, share: number): Promise<void> {
  const body = Buffer.concat([...formParts(), filePart('a.pdf', aPdf(2_000_000)), endOfForm]);
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  const head = [
    `POST ${SUBMIT} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=BOUNDARY',
    `Content-Length: ${body.length}`,
  ];
  const uploads = () => readdir(join(server.files.dataDir, 'uploads'));
  const before = new Set(await uploads());
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, body.length * share));
  await expect.poll(async () => (await uploads()).some((name) => !before.has(name))).toBe(true);
  socket.destroy();
}
