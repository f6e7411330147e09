import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The scanner's finding about a file. */
export type Finding = { isInfected: false } | { isInfected: true; name: string };

/** The scanner gave no result: nothing is known about the file. */
export class NotScanned extends Error {
  /** True if the scanner works but cannot complete this file. */
  readonly isOfFile: boolean;

  constructor(message: string, { isOfFile, cause }: { isOfFile: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isOfFile = isOfFile;
  }
}

/** Scans a file until `stopped` is aborted. Throws NotScanned if there is no result. */
export type Scanner = (file: Readable, stopped: AbortSignal) => Promise<Finding>;

const LONGEST_MS = 10_000;
const LONGEST_PING_MS = 2000;
/** A result is a line. */
const LONGEST_REPLY = 4096;
/** Larger than any chunk in which a file is read. */
const LARGEST_CHUNK = 1024 * 1024;

/**
 * A clamd at `host:port` or at the path of a socket. INSTREAM sends each chunk after its length, and a length of 0 at the
 * end (https://docs.clamav.net/manual/Usage/Scanning.html#clamd). If clamd gives no result, PING asks whether it works.
 */
export function clamdScanner(address: string, longestMs = LONGEST_MS): Scanner {
  const target = clamdTarget(address);
  if (!target) throw new Error(`${address} is no address of a clamd`);
  return async (file, stopped) => {
    const late = AbortSignal.timeout(longestMs);
    const socket = addAbortSignal(AbortSignal.any([stopped, late]), connect(target));
    try {
      // clamd may refuse and hang up before it has read the whole file: its reply still counts if it arrived.
      const [reply] = await Promise.all([readReply(socket), send(socket, file)]);
      return readVerdict(reply);
    } catch (cause) {
      const isOfFile =
        !stopped.aborted && (await isWell(target, Math.min(longestMs, LONGEST_PING_MS)));
      const words = isOfFile && isHangUp(cause) ? TOO_LARGE : wordsOf(cause);
      throw new NotScanned(late.aborted ? 'no answer in time' : words, { isOfFile, cause });
    } finally {
      socket.destroy();
      file.destroy();
    }
  };
}

/** The end of the connection may overtake the reply that says why. */
const TOO_LARGE =
  'it hung up before the end of the file, as with a file larger than StreamMaxLength in clamd.conf';

function isHangUp(error: unknown): boolean {
  return ['EPIPE', 'ECONNRESET'].includes(String(Reflect.get(Object(error), 'code')));
}

async function isWell(target: NetConnectOpts, longestMs: number): Promise<boolean> {
  const socket = addAbortSignal(AbortSignal.timeout(longestMs), connect(target));
  try {
    const reply = readReply(socket);
    socket.write('zPING\0');
    return (await reply) === 'PONG';
  } catch {
    // Any error means that clamd does not work.
    return false;
  } finally {
    socket.destroy();
  }
}

/** Undefined if the address names neither a host with a port nor a path. */
export function clamdTarget(address: string): NetConnectOpts | undefined {
  if (address.startsWith('/')) return { path: address };
  const [, host, bare, port] = /^(?:\[([\d:a-f]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(address) ?? [];
  const number = Number(port);
  if (port === undefined || number < 1 || number > 65_535) return undefined;
  return { host: host ?? bare, port: number };
}

async function send(socket: Socket, file: Readable): Promise<void> {
  if (socket.connecting) await once(socket, 'connect');
  await pipeline(Readable.from(framed(file)), socket, { end: false }).catch((error: unknown) => {
    // clamd ended the connection: readReply gets its reason, if any. A file that cannot be read is our own error.
    if (file.errored) throw error;
  });
}

async function* framed(file: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of file) {
    const chunk = Buffer.from(piece);
    for (let at = 0; at < chunk.length; at += LARGEST_CHUNK) {
      const part = chunk.subarray(at, at + LARGEST_CHUNK);
      yield lengthOf(part.length);
      yield part;
    }
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** The text up to the first NUL, or to the end. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      reply += text;
      if (reply.includes('\0')) resolve(reply.slice(0, reply.indexOf('\0')));
      else if (reply.length > LONGEST_REPLY) socket.destroy(new Error('a reply without an end'));
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(reply));
  });
}

function readVerdict(reply: string): Finding {
  const line = reply.trim();
  if (line === 'stream: OK') return { isInfected: false };
  const name = /^stream: (.{1,500}) FOUND$/.exec(line)?.[1];
  if (name !== undefined) return { isInfected: true, name: printable(name).slice(0, 100) };
  throw new Error(line === '' ? 'no reply' : `an unclear reply: ${printable(line).slice(0, 100)}`);
}

/** The text ends up in the log and on the organiser's terminal. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, 'code'));
}
