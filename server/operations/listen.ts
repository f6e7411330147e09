import type { FastifyInstance } from 'fastify';
import { type Env, SettingError } from '#server/config/env.ts';

/** Opens the port, and gives it back, as it may have been any free one; `words` are for the log. */
export async function listen(
  app: FastifyInstance,
  { PORT: port, HOST: host }: Env,
  words: (address: string) => string,
): Promise<number> {
  try {
    await app.listen({ port, host, listenTextResolver: words });
  } catch (error) {
    throw cannotListen(error, 'PORT', port, host);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** In one sentence where a setting is to blame. */
export function cannotListen(error: unknown, setting: string, port: number, host: string): unknown {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  if (code === 'EADDRINUSE') {
    return new SettingError(
      `${setting} ${port} is taken by another program: stop it, or choose another with ${setting}=${port + 1} npm start.`,
    );
  }
  if (code === 'EACCES') {
    return new SettingError(
      `${setting} ${port} is not for this user to listen on: choose one above 1024.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new SettingError(
      `HOST ${host} is no address of this machine: HOST=127.0.0.1 and HOST=0.0.0.0 always are.`,
    );
  }
  return error;
}
