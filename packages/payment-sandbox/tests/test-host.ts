import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts';

type HostOptions = Partial<SandboxOptions> & Pick<SandboxOptions, 'stripe'>;

export type TestHost = {
  sandbox: Sandbox;
  control: Sandbox['control'];
  /** The origin of the hosted pages. */
  origin: string;
  logged: string[];
  stop(): Promise<void>;
};

/** Starts the sandbox and a Fastify host for its pages; both stop at the end of the test at the latest. */
export async function startTestHost(
  options: HostOptions,
  alsoStop: () => Promise<void>,
): Promise<TestHost> {
  const logged: string[] = [];
  const sandbox = await startSandbox({
    apiPort: 0,
    now: () => new Date(),
    log: (message) => logged.push(message),
    retryDelays: [20, 20, 20],
    ...options,
  });
  const host = fastify({ forceCloseConnections: true });
  await host.register(sandbox.pages);
  const origin = await host.listen({ host: '127.0.0.1', port: 0 });

  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      await host.close();
      await sandbox.close();
      await alsoStop();
    })());
  onTestFinished(stop);

  return { sandbox, control: sandbox.control, origin, logged, stop };
}

/** Sends a form as a browser without JavaScript does, and does not follow the redirect. */
export async function submit(url: string, fields: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
  const location = response.headers.get('location') ?? '';
  return { status: response.status, location, text: await response.text() };
}
