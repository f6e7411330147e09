import { VERSION } from '#server/version.ts';

/**
 * A sentence if servers run and none has the version of this program, which goes on after an update: it would build where
 * no server looks any more.
 */
export function otherVersionWords(
  servers: readonly { version: string }[],
  { name, unit }: { name: string; unit: string },
): string | undefined {
  const [server] = servers;
  if (!server || servers.some(({ version }) => version === VERSION)) return undefined;
  return `The server runs version ${server.version}, and ${name} is of version ${VERSION}. Restart it (under systemd: ${unit}), and try again.`;
}
