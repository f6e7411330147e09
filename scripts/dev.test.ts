import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from './free-port.ts';
import { copyProject, type ProjectCopy, type Run } from './project-copy.ts';

const PRICES = 'content/prices.yaml';
const SOON = { timeout: 60_000, interval: 50 };

let project: ProjectCopy;
let site: string;
let run: Run;

beforeEach(async () => {
  project = copyProject();
  const port = await freePort();
  site = `http://localhost:${port}`;
});
afterEach(() => project.remove());

test(
  'edits of either kind reach page and calls at once, and a mistake is shown until it is corrected',
  { timeout: 120_000 },
  async () => {
    await develop();
    expect(run.output()).toContain(`Site       ${site}\n`);
    expect(await page()).toContain('May 29-30, 2026');
    const told = await listen();

    project.replace(PRICES, "student: '199.00'", "student: '210.00'");
    await untilTold(told, 'full-reload');
    // No waiting: the reloaded page sends its calls at once.
    expect(await studentPrice()).toBe(210);

    project.replace(PRICES, "student: '210.00'", 'student: free');
    const mistake = 'content/prices.yaml:13 presentation.student: expected a price in euros';
    await untilTold(told, 'error', mistake);
    await vi.waitFor(() => expect(run.output()).toContain(mistake), SOON);
    expect(await page(500)).toContain(mistake);
    expect(await studentPrice()).toBe(210);

    project.overwrite(PRICES, 'student: free', "student: '220.00'");
    await untilTold(told, 'full-reload');
    expect(await studentPrice()).toBe(220);

    project.overwrite('content/conference.yaml', 'start: 2026-05-29', 'start: 2026-05-28');
    await untilTold(told, 'full-reload');
    expect(await page()).toContain('May 28-30, 2026');
    expect(await page()).not.toContain('May 29-30');
    expect(run.output()).not.toMatch(/^ +at /m);
    // The only printed port is the requested one.
    expect(new Set(run.output().match(/(?<=:\/\/[\w.]+:)\d+/g))).toEqual(
      new Set([new URL(site).port]),
    );

    run.signal('SIGINT');
    expect(await run.ended).toBe(0);
  },
);

test('a start with a mistake waits until it is corrected', { timeout: 120_000 }, async () => {
  project.replace(PRICES, "student: '199.00'", 'student: free');
  start();
  await vi.waitFor(() => expect(run.output()).toContain('content/prices.yaml:13'), SOON);
  expect(await page(500)).toContain('content/prices.yaml:13');
  project.replace(PRICES, 'student: free', "student: '220.00'");
  await vi.waitFor(async () => expect(await studentPrice()).toBe(220), SOON);
});

test(
  'a new content field is accepted as soon as it is in its schema',
  { timeout: 120_000 },
  async () => {
    await develop();
    project.replace(
      'contract/content/conference-shape.ts',
      '  brandLine: text,',
      '  brandLine: text,\n  motto: text,',
    );
    // Vite restarts itself meanwhile.
    await vi.waitFor(async () => expect(await page(500)).toContain('motto: is missing'), SOON);
    project.replace('content/conference.yaml', 'brand_line:', 'motto: We bond\nbrand_line:');
    await vi.waitFor(() => page(), SOON);
    expect(await studentPrice()).toBe(199);
  },
);

test(
  'a port in use and a wrong setting end the command with a sentence',
  { timeout: 120_000 },
  async () => {
    const first = copyProject();
    try {
      const taken = first.run(['server/main.ts', '--calls-only'], { PORT: new URL(site).port });
      await vi.waitFor(() => expect(taken.output()).toContain('is ready'), SOON);
      start();
      expect(await run.ended).toBe(1);
      expect(run.output()).toMatch(/^PORT \d+ is taken by another program: .*\n$/);
    } finally {
      await first.remove();
    }
    start({ DATA_DIR: '/proc/nope' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('DATA_DIR /proc/nope cannot be the data folder');
    expect(run.output()).not.toMatch(/^ +at /m);
  },
);

function start(variables: Record<string, string> = {}): void {
  const { port } = new URL(site);
  run = project.run(['--conditions=development', 'scripts/dev.ts'], { PORT: port, ...variables });
}

async function develop(): Promise<void> {
  start();
  await vi.waitFor(() => expect(run.output()).toContain('is ready'), SOON);
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

type Message = { type: string; err?: { message: string } };

/** Connects as an open page does; the result returns the messages that the page has received. */
async function listen(): Promise<() => Message[]> {
  const client = await (await fetch(`${site}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${site.replace('http', 'ws')}?token=${token}`, 'vite-hmr');
  const messages: Message[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  await vi.waitFor(() => expect(messages).toMatchObject([{ type: 'connected' }]));
  return () => messages.splice(0);
}

async function untilTold(told: () => Message[], type: string, words = ''): Promise<void> {
  const seen: Message[] = [];
  await vi.waitFor(() => {
    seen.push(...told());
    const message = seen.find((each) => each.type === type);
    expect(message).toBeDefined();
    expect(message?.err?.message ?? '').toContain(words);
  }, SOON);
}
