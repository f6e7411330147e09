import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { readAnswer } from '#tests/support/answer.ts';
import { openedCheckout, payAt } from '#tests/support/visitor.ts';

/** Another conference: every price is 11.00 higher, every date four years later, every name another one. */
const folder = testFolder();
let end: () => Promise<unknown>;
const server = {
  origin: '',
  get: async (path: string) => readAnswer(await fetch(server.origin + path)),
  post: async (path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    return readAnswer(await fetch(server.origin + path, request));
  },
};

beforeAll(async () => {
  const content = join(folder, 'winter school');
  cpSync(fixtureSettings.CONTENT_DIR, content, { recursive: true });
  const change = (name: string, pattern: RegExp, is: (was: string) => string) => {
    const text = readFileSync(join(content, name), 'utf8');
    writeFileSync(join(content, name), text.replaceAll(pattern, is));
  };
  change('prices.yaml', /\d+(?=\.00')/g, (euros) => String(Number(euros) + 11));
  change('conference.yaml', /2026/g, () => '2030');
  change('speakers.yaml', /(?<= name: ).*/g, (name) => `Dr ${name}`);
  change('sessions.yaml', /(?<=name: )[^}]*(?= \})/g, (name) => `New ${name}`);

  const child = spawn(process.execPath, ['scripts/run-program.mjs', 'server', '--calls-only'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      CONTENT_DIR: content,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    server.origin ||= /Site +(http:\S+)/.exec(line)?.[1] ?? '';
    if (line.includes('Payments')) break;
  }
});
afterAll(async () => {
  await end();
});

test.each([
  ['SPEAKER', 410],
  ['POSTER', 310],
  ['DELEGATE', 460],
  ['LISTENER', 360],
  ['STUDENT', 210],
  ['EXHIBITOR', 910],
])('a registration costs the changed price: %s', async (presentationType, euros) => {
  const { json } = await server.post('/api/registration/get-pricing-config', {
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    presentationType,
    numberOfNights: 2,
    numberOfGuests: 1,
  });
  const room = 2 * (140 + 46);
  expect(json).toMatchObject([
    {
      totalPrice: Math.round((euros + room) * 105) / 100,
      presentationType: { price: euros },
      accommodationOption: { price: room },
    },
  ]);
});

test('the payer is charged the changed price, and the receipt has the changed dates', async () => {
  const { sessionId, url } = await openedCheckout(server, { presentationType: 'STUDENT' });
  expect(await (await fetch(url)).text()).toContain('220.50');
  await payAt(url);
  const update = () => server.post(`/api/payment/update?sessionId=${sessionId}`);
  await expect.poll(async () => (await update()).json['success']).toBe(true);
  await expect.poll(mails).toMatch(/May 29-30, 2030[\s\S]*220\.50/);
});

test('the calls list the changed speakers and sessions', async () => {
  const { speakers, sessions } = fixtureContent;
  expect((await server.get('/api/speakers/polymers')).json).toMatchObject(
    speakers.map(({ id, name }) => ({ id, name: `Dr ${name}` })),
  );
  expect((await server.get('/api/form-submission/get-session-options')).json).toEqual(
    sessions.sessions.map(({ id, name }) => ({ id, option_name: `New ${name}` })),
  );
});

function mails(): string {
  const mail = join(folder, 'data', 'mail');
  return readdirSync(mail)
    .map((name) => readFileSync(join(mail, name), 'utf8'))
    .join('\n');
}
