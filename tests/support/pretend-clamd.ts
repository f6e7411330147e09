import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/**
 * The behaviour with the next files. `honest` reports a virus if a file has one; `never-finishes` answers a PING but
 * no file.
 */
export type ClamdMood =
  | 'honest'
  | 'silent'
  | 'never-finishes'
  | 'talks-junk'
  | 'talks-on-and-on'
  | 'drops-at-once'
  | 'drops-in-file'
  | 'drops-after-file'
  | 'finds-it-too-large';

/** The text that the pretend clamd takes for a virus. */
export const VIRUS = 'a-harmless-stand-in-for-a-virus';

export type PretendClamd = {
  /** `127.0.0.1:port`, or the path of its socket. */
  address: string;
  mood: (mood: ClamdMood) => void;
  /** The bytes of every file that arrived whole. */
  files: Buffer[];
  close: () => Promise<void>;
};

/** A clamd on this machine that speaks INSTREAM, and misbehaves on request. */
export async function startPretendClamd(path?: string): Promise<PretendClamd> {
  let mood: ClamdMood = 'honest';
  const files: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Clients hang up after their time limit.
    socket.on('error', () => undefined);
    if (mood === 'drops-at-once') return void socket.destroy();
    if (mood === 'talks-on-and-on') return void socket.write('x'.repeat(100_000));
    let received: Buffer[] = [];
    let last = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (chunk.toString('latin1') === 'zPING\0') {
        if (mood === 'honest' || mood === 'never-finishes') socket.end('PONG\0');
        return;
      }
      last = Buffer.concat([last, chunk]).subarray(-END.length);
      if (mood === 'drops-in-file') return void socket.destroy();
      if (mood === 'finds-it-too-large') {
        return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      }
      // A chunk in the middle of a file may end with the same bytes, so the whole file is parsed.
      const file = last.equals(END) ? fileIn(Buffer.concat(received)) : undefined;
      if (!file) return;
      files.push(file);
      received = [];
      if (mood === 'drops-after-file') socket.destroy();
      if (mood === 'talks-junk') socket.end('\u0007{"ok":true}\r\n\0');
      if (mood === 'honest') {
        const isInfected = file.includes(VIRUS);
        socket.end(isInfected ? 'stream: Test.Stand-In FOUND\0' : 'stream: OK\0');
      }
    });
  });
  server.listen(path ?? { port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  return {
    address: typeof address === 'string' ? address : `127.0.0.1:${address?.port ?? 0}`,
    mood: (next) => void (mood = next),
    files,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

const END = Buffer.alloc(4);

/** The bytes of a whole INSTREAM; undefined while some are missing. */
function fileIn(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (received.length < command.length) return undefined;
  if (received.toString('latin1', 0, command.length) !== command) throw new Error('no INSTREAM');
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
