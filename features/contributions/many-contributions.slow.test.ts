import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteFolders } from '#server/content/folders.ts';
import { loadPages } from '#server/http/pages.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { conferenceWithPages, insertContributions } from '#tests/support/published-contribution.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const COUNT = 2000;

test('of 2,000 contributions the list takes 50 ms at most, and a page less than two built pages', async () => {
  const pages = loadPages(join(siteFolders(fixtureSettings).build, 'client'));
  const server = await startTestSite({ content: conferenceWithPages(), pages });
  await insertContributions(server, COUNT);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'accept-encoding': 'br' };
      request(`${server.origin}${path}`, { agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      })
        .on('error', reject)
        .end();
    });
  /** Processor time in milliseconds for each answer; the client in this process has a part of it. */
  const costOf = async (path: string, times: number) => {
    const before = process.cpuUsage();
    for (let nth = 0; nth < times; nth++) expect(await get(path)).toBe(200);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / times;
  };
  const [page, built] = ['/contributions/AB26-0000-0007', '/agenda'];
  for (const path of [page, built, '/contributions']) await costOf(path, 10);
  const turns = {
    page: [] as number[],
    built: [] as number[],
    list: [] as number[],
    search: [] as number[],
  };
  for (let turn = 0; turn < 5; turn++) {
    turns.page.push(await costOf(page, 40));
    turns.built.push(await costOf(built, 40));
    turns.list.push(await costOf('/contributions?page=3', 10));
    turns.search.push(await costOf('/contributions?q=neutron+reflectometry', 3));
  }
  const medians = Object.fromEntries(
    Object.entries(turns).map(([name, all]) => [name, all.toSorted((a, b) => a - b)[2] ?? 0]),
  );
  expect((medians['page'] ?? 0) / (medians['built'] ?? 1)).toBeLessThan(2);
  expect(medians['list']).toBeLessThan(50);
  agent.destroy();
});
