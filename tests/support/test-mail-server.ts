import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpSettings } from '#server/mail/smtp-mailer.ts';

/** The behaviour of a mail server with the next mails; the server refuses with a code. */
export type Mood =
  | 'takes'
  | { recipient: number; status?: string }
  | { data: number }
  /** Hangs up in the middle of the mail, or after it takes the mail and before it confirms it. */
  | 'dies-in-mail'
  | 'dies-after-mail'
  /** Takes the mail and never answers again. */
  | 'falls-silent';

export type TestMailServer = {
  settings: SmtpSettings;
  /** Every mail that the server took, unchanged. */
  taken: { to: string[]; text: string }[];
  /** The number of connections so far. */
  connections: () => number;
  /** Sets the behaviour from now on; with an address, only for mails to that address. */
  mood: (mood: Mood, recipient?: string) => void;
  /** Ends all connections. */
  hangUp: () => void;
  close: () => Promise<void>;
};

/** A mail server on this machine that misbehaves on request. */
export async function startTestMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<TestMailServer> {
  const moods = new Map<string | undefined, Mood>();
  const moodTo = (recipients: readonly string[]): Mood => {
    const own = recipients.find((recipient) => moods.has(recipient));
    return moods.get(own) ?? 'takes';
  };
  let connections = 0;
  const taken: TestMailServer['taken'] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    ...options,
    onRcptTo({ address }, _, done) {
      const mood = moodTo([address]);
      done(
        typeof mood === 'object' && 'recipient' in mood
          ? refusal(mood.recipient, mood.status)
          : null,
      );
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const mood = moodTo(recipients);
      if (mood === 'dies-in-mail') {
        stream.once('data', () => hangUp(sockets));
        return;
      }
      const take = (content: string) => {
        if (typeof mood === 'object' && 'data' in mood) return done(refusal(mood.data));
        taken.push({ to: recipients, text: content });
        if (mood === 'falls-silent') return undefined;
        return mood === 'dies-after-mail' ? hangUp(sockets) : done();
      };
      // If the sender dies in the middle of a mail, the server takes no mail.
      void text(stream).then(take, () => undefined);
    },
  });
  // Broken connections are the subject of these tests.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    settings: { host: '127.0.0.1', port: address.port, tls: 'off', login: undefined },
    taken,
    connections: () => connections,
    hangUp: () => hangUp(sockets),
    mood: (next, recipient) => void moods.set(recipient, next),
    close: async () => {
      hangUp(sockets);
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

function hangUp(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.destroy();
}

/** Quotes the address, as mail servers do. */
function refusal(code: number, status = ''): Error {
  const words = `${status} <ada@lab.example>: not now, not here`.trim();
  return Object.assign(new Error(words), { responseCode: code });
}
