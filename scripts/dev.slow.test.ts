import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyProject, type ProjectCopy, type Run } from '#tests/support/project-copy.ts';
import { weekly } from '#tests/support/weekly.ts';
import { freePort } from './free-port.ts';

const PRICES = 'content/prices.yaml';
/** Enough time for a busy machine. */
const SLOW = { timeout: 120_000 };
const SOON = { timeout: 60_000, interval: 50 };

let project: ProjectCopy;
let site: string;

beforeEach(async () => {
  project = copyProject();
  site = `http://localhost:${await freePort()}`;
});
afterEach(() => project.remove());

test('a mistake is shown until it is corrected, then page and calls follow', SLOW, async () => {
  project.edit(PRICES, "price: '199.00'", 'price: free');
  const run = develop();
  await vi.waitFor(() => expect(run.output()).toContain('price: expected an amount'), SOON);
  expect(await page(500)).toContain('price: expected an amount');
  project.edit(PRICES, 'price: free', "price: '210.00'");
  await vi.waitFor(() => expect(run.output()).toContain(`Site       ${site}\n`), SOON);
  expect(await studentPrice()).toBe(210);
  expect(await page()).toContain('May 29-30, 2026');
  run.signal('SIGINT');
  expect(await run.ended).toBe(0);
});

weekly(
  'page and calls follow every edit, and a mistake is shown until it is corrected',
  SLOW,
  async () => {
    const before = readFileSync(join(project.root, PRICES), 'utf8').split("price: '199.00'");
    const line = before[0]?.split('\n').length;
    const mistake = `content/prices.yaml:${line} presentation_types[4].price: expected an amount in EUR`;
    project.edit(PRICES, "price: '199.00'", 'price: free');
    const run = develop();
    await vi.waitFor(() => expect(run.output()).toContain(mistake), SOON);
    expect(await page(500)).toContain(mistake);

    project.edit(PRICES, 'price: free', "price: '210.00'");
    await vi.waitFor(() => expect(run.output()).toContain(`Site       ${site}\n`), SOON);
    expect(await studentPrice()).toBe(210);
    for (const path of ['abstract', 'invitation', 'offer', 'registration', 'unsubscribe']) {
      const { headers } = await fetch(`${site}/${path}/a-link-of-a-mail`);
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    }
    expect(await page()).toContain('May 29-30, 2026');

    const told = await listen();
    project.edit(PRICES, "price: '210.00'", "price: '220.00'");
    project.edit('content/conference.yaml', 'start: 2026-05-29', 'start: 2026-05-28');
    await vi.waitFor(async () => expect(await page()).toContain('May 28-30, 2026'), SOON);
    // The test does not wait, because the reloaded page sends its calls at once.
    expect(await studentPrice()).toBe(220);
    expect(told()).toContain('full-reload');

    project.edit(
      'contract/content/shapes/conference-shape.ts',
      '  brandLine: text,',
      '  brandLine: text,\n  motto: text,',
    );
    await vi.waitFor(async () => expect(await page(500)).toContain('motto: is missing'), SOON);
    project.edit('content/conference.yaml', 'brand_line:', 'motto: We bond\nbrand_line:');
    await vi.waitFor(() => page(), SOON);
    expect(await studentPrice()).toBe(220);

    expect(run.output()).not.toMatch(/^ +at /m);

    const second = develop();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^PORT \d+ is in use by another program: .*\n$/);
    run.signal('SIGINT');
    expect(await run.ended).toBe(0);
  },
);

weekly('a server that cannot start ends the command with its sentence', SLOW, async () => {
  const run = develop({ DATA_DIR: '/proc/nope' });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain('DATA_DIR /proc/nope cannot be the data folder');
  expect(run.output()).not.toMatch(/^ +at /m);
});

function develop(variables: Record<string, string> = {}): Run {
  const { port } = new URL(site);
  return project.run(['--conditions=development', 'scripts/dev.ts'], { PORT: port, ...variables });
}

async function page(status = 200): Promise<string> {
  const answer = await fetch(site, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(status);
  return answer.text();
}

async function studentPrice(): Promise<unknown> {
  const answer = await fetch(`${site}/api/registration/get-pricing-config`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      registrationType: 'REGISTRATION_ONLY',
      presentationType: 'STUDENT',
      numberOfNights: 1,
      numberOfGuests: 0,
    }),
  });
  expect(answer.status).toBe(200);
  const [option] = await answer.json();
  return option.presentationType.price;
}

/** Connects as an open page does; the result returns the types of the messages that the page has received. */
async function listen(): Promise<() => string[]> {
  const client = await (await fetch(`${site}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${site.replace('http', 'ws')}?token=${token}`, 'vite-hmr');
  const types: string[] = [];
  socket.addEventListener('message', ({ data }) => types.push(JSON.parse(String(data)).type));
  await vi.waitFor(() => expect(types).toContain('connected'), SOON);
  types.length = 0;
  return () => types;
}
