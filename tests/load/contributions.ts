import '#tests/support/register-features.ts';
/**
 * Measures the list, the search and a page of 2,000 contributions, in turns with a page that was built. Server and client
 * share one process, so the processor time of each answer includes a small part of the client's.
 *
 *     npm run measure -- contributions
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { siteFolders } from '#server/content/folders.ts';
import { loadPages } from '#server/http/pages.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { conferenceWithPages, insertContributions } from '#tests/support/published-contribution.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import { closeWith, medianOf, report } from './figures.ts';

const COUNT = 2000;
const TURNS = 9;
const pages = loadPages(join(siteFolders(fixtureSettings).build, 'client'));
const server = await startTestServer({ content: conferenceWithPages(), pages });
await insertContributions(server, COUNT);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const measured = {
  built: { path: '/agenda', times: 40 },
  page: { path: '/contributions/AB26-0000-0007', times: 40 },
  list: { path: '/contributions?page=3', times: 10 },
  search: { path: '/contributions?q=neutron+reflectometry', times: 3 },
};
const took = {
  built: [] as number[],
  page: [] as number[],
  list: [] as number[],
  search: [] as number[],
};
const names = Object.keys(measured) as (keyof typeof measured)[];
for (let turn = -2; turn < TURNS; turn++) {
  for (const name of names) {
    const cost = await costOf(measured[name]);
    if (turn >= 0) took[name].push(cost);
  }
}
agent.destroy();
await server.close();
report('page of a contribution, of a built page', medianOf(took.page) / medianOf(took.built), {
  most: 2,
});
report(`list of ${COUNT} contributions, ms`, medianOf(took.list), { most: 50 });
report(`search in ${COUNT} contributions, ms`, medianOf(took.search));
closeWith();

/** The milliseconds of processor time that an answer takes. */
async function costOf({ path, times }: { path: string; times: number }): Promise<number> {
  const before = process.cpuUsage();
  for (let nth = 0; nth < times; nth++) await get(path);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

function get(path: string): Promise<void> {
  const headers = { 'accept-encoding': 'br' };
  return new Promise((resolve, reject) => {
    request(`${server.origin}${path}`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      answer.resume().on('end', () => resolve());
    })
      .on('error', reject)
      .end();
  });
}
