import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { compose } from './compose.ts';
import { type Mailer, NotDelivered } from './mailer.ts';

/** The pretend mailbox: every mail as an .eml file that any mail program opens. */
export function folderMailer(folder: string): Mailer {
  return {
    async send(mail) {
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'unix',
      });
      const { message } = await transport.sendMail(compose(mail));
      // The id makes a repeated mail overwrite itself; the rename keeps readers from half a file.
      const file = join(folder, `${mail.messageId.replace(/[^\w.-]/g, '')}.eml`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        const code: unknown = error instanceof Error && Reflect.get(error, 'code');
        throw new NotDelivered(`the mailbox folder cannot be written: ${String(code)}`);
      }
    },
  };
}
