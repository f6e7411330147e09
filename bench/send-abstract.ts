import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

type Sent = {
  origin: string;
  email: string;
  /** The file's content; only a PDF is accepted. */
  file: Buffer;
  /** The address of this machine that the request comes from. */
  localAddress?: string;
};

const PIECE = 1024 * 1024;

/** Sends one abstract as a browser does, as fast as the server reads. Fails if the connection ends without an answer. */
export async function sendAbstract(sent: Sent): Promise<{ status: number; body: string }> {
  const { origin, email, file, localAddress } = sent;
  const fields = {
    titlePrefix: 'Dr',
    name: 'Bench Author',
    phone: '+49 30 5550',
    email,
    organizationName: 'Institute of Large Files',
    country: 'Germany',
    interestedInId: 'advanced-composites',
    sessionId: 'smart-polymers',
  };
  const texts = Object.entries(fields).map(
    ([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${texts.join('')}--B\r\nContent-Disposition: form-data; name="abstractFile"; filename="a.pdf"\r\n\r\n`;
  const tail = '\r\n--B--\r\n';
  const call = request(`${origin}/api/form-submission/submit`, {
    method: 'POST',
    agent: false,
    ...(localAddress !== undefined && { localAddress }),
    headers: {
      'content-type': 'multipart/form-data; boundary=B',
      'content-length': head.length + file.length + tail.length,
    },
  });
  const answered = once(call, 'response');
  // A refusal comes before the last byte is sent; the server does not read the rest.
  const isOver = answered.then(
    () => true,
    () => true,
  );
  call.write(head);
  for (let at = 0; at < file.length; at += PIECE) {
    if (call.write(file.subarray(at, at + PIECE))) continue;
    const drained = once(call, 'drain').then(() => false);
    if (await Promise.race([drained, isOver])) break;
  }
  call.end(tail);
  const [response] = (await answered) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}
