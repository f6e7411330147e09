import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

type Load = {
  url: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** A file of Lua that makes the requests, and the variables it reads. */
  script?: string;
  variables?: Record<string, string>;
};

/** Requests a second as wrk counts them. One thread: the other core is for the server. Any bad answer is an error. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { url, connections, seconds, headers = {}, script, variables } = load;
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (script) args.push('-s', script);
  const { stdout } = await promisify(execFile)('wrk', [...args, url], {
    env: { ...process.env, ...variables },
  }).catch((cause: unknown) => {
    throw new Error('wrk did not run (Debian: apt-get install wrk)', { cause });
  });
  const bad = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(stdout);
  if (bad) throw new Error(`a request failed: ${bad[0]}`);
  const figure = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!(figure > 0)) throw new Error(`wrk gave no figure:\n${stdout}`);
  return figure;
}
