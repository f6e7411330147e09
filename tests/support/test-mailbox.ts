import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

type Kept = { uid: number; isRead: boolean; isDeleted: boolean; source: Buffer };

/** A server with one mailbox that speaks as much IMAP as a client needs who reads, marks and deletes. */
export async function startTestMailbox({ password = 'secret' } = {}) {
  let mails: Kept[] = [];
  let nextUid = 1;
  let mood: 'works' | 'hangs-up-at-store' = 'works';
  const commands: string[] = [];
  const sockets = new Set<Socket>();

  const answer = (socket: Socket, line: string) => {
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    const name = command.toUpperCase();
    const say = (text: string) => socket.write(`${text}\r\n`);
    const done = (text = 'OK done') => say(`${tag} ${text}`);
    const named = (text: string | undefined) => mails.filter(({ uid }) => String(uid) === text);
    commands.push(words.slice(0, 2).join(' ').toUpperCase());
    if (name.startsWith('LOGIN')) {
      return done(command.includes(password) ? 'OK in' : 'NO [AUTHENTICATIONFAILED] wrong');
    }
    if (name.startsWith('SELECT')) {
      say(`* ${mails.length} EXISTS`);
      say('* FLAGS (\\Seen \\Deleted)');
      say('* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok');
      say('* OK [UIDVALIDITY 1] ok');
      say(`* OK [UIDNEXT ${nextUid}] ok`);
      return done('OK [READ-WRITE] selected');
    }
    if (name.startsWith('UID SEARCH')) {
      const unread = mails.filter(({ isRead }) => !isRead).map(({ uid }) => ` ${uid}`);
      say(`* SEARCH${unread.join('')}`);
      return done();
    }
    if (name.startsWith('UID FETCH')) {
      const most = Number(/<0\.(\d+)>/.exec(command)?.[1] ?? 1e9);
      for (const mail of named(words[2])) {
        const part = mail.source.subarray(0, most);
        socket.write(
          `* ${mails.indexOf(mail) + 1} FETCH (UID ${mail.uid} BODY[]<0> {${part.length}}\r\n`,
        );
        socket.write(part);
        say(')');
      }
      return done();
    }
    if (name.startsWith('UID STORE')) {
      if (mood === 'hangs-up-at-store') return void socket.destroy();
      for (const mail of named(words[2])) {
        if (name.includes('SEEN')) mail.isRead = true;
        if (name.includes('DELETED')) mail.isDeleted = true;
      }
      return done();
    }
    if (name.includes('EXPUNGE')) {
      mails = mails.filter(({ isDeleted }) => !isDeleted);
      return done();
    }
    if (name.startsWith('CAPABILITY')) say('* CAPABILITY IMAP4rev1 UIDPLUS');
    if (name.startsWith('LIST')) say('* LIST () "/" "INBOX"');
    if (name.startsWith('LOGOUT')) say('* BYE');
    return done();
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write('* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready\r\n');
    let rest = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(socket, line);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (user = 'robot', typed = password) => `imap://${user}:${typed}@127.0.0.1:${port}`,
    commands,
    put: (source: string | Buffer) =>
      void mails.push({
        uid: nextUid++,
        isRead: false,
        isDeleted: false,
        source: Buffer.from(source),
      }),
    /** The number of mails that are there, and of those that nobody has read. */
    state: () => ({ kept: mails.length, unread: mails.filter(({ isRead }) => !isRead).length }),
    mood: (next: typeof mood) => void (mood = next),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
