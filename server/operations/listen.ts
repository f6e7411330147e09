import type { FastifyInstance } from 'fastify';
import { type Env, SettingError } from '#server/config/env.ts';
import { howToRun } from '#server/how-to-run.ts';

/** Opens the port and returns its number, because port 0 means any free port. `words` makes the line of the log. */
export async function listen(
  app: FastifyInstance,
  { PORT: port, HOST: host }: Env,
  words: (address: string) => string,
): Promise<number> {
  try {
    await app.listen({ port, host, listenTextResolver: words });
  } catch (error) {
    throw cannotListen(error, 'PORT', port, { host });
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Explains the error in one sentence if a setting is its cause. */
export function cannotListen(
  error: unknown,
  setting: string,
  port: number,
  { host, start = howToRun.start }: { host: string; start?: string },
): unknown {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  if (code === 'EADDRINUSE') {
    return new SettingError(
      `${setting} ${port} is in use by another program: stop that program, or choose another port with ${setting}=${port + 1} ${start}.`,
    );
  }
  if (code === 'EACCES') {
    return new SettingError(
      `This user may not listen on ${setting} ${port}: choose a port above 1024.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new SettingError(
      `HOST ${host} is not an address of this machine: use HOST=127.0.0.1 or HOST=0.0.0.0.`,
    );
  }
  return error;
}
