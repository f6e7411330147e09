import { beforeEach, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { writeSampleList } from './sample-registry.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

async function find(query: string) {
  const answer = await fetch(`${server.origin}/api/organisations?${query}`);
  return { status: answer.status, body: await answer.json() };
}

test('the call finds nothing without a list', async () => {
  expect(await find('q=dresden')).toEqual({ status: 200, body: { organisations: [] } });
});

test('the call answers with names, places in a language and identifiers', async () => {
  await writeSampleList(server.files.dataDir);
  const dresden = { name: 'Technische Universität Dresden', ror: 'https://ror.org/042aqky30' };
  expect((await find('q=tu+dres')).body).toEqual({
    organisations: [{ ...dresden, place: 'Dresden, Germany' }],
  });
  expect((await find('q=tu+dres&language=de')).body).toEqual({
    organisations: [{ ...dresden, place: 'Dresden, Deutschland' }],
  });
});

test('organisations of one name are named with their places, so that the text tells them apart', async () => {
  await writeSampleList(server.files.dataDir);
  const { body } = await find('q=northeastern');
  expect(body).toMatchObject({
    organisations: [
      { name: 'Northeastern University, Shenyang, China' },
      { name: 'Northeastern University, Boston, United States' },
    ],
  });
});

test.each(['', 'q=du', `q=${'x'.repeat(101)}`, 'q=dresden&language=../x', 'q=dresden&q=x'])(
  'a wrong question is refused: %j',
  async (query) => {
    await writeSampleList(server.files.dataDir);
    expect((await find(query)).status).toBe(400);
  },
);
