import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { nodemailerMessage } from './nodemailer-message.ts';
import { type Mailer, NotDelivered } from './mailer.ts';

/** The sandbox's mailbox: every mail is an .eml file that mail programs can open. */
export function folderMailer(folder: string): Mailer {
  return {
    async send(mail) {
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'unix',
      });
      const { message } = await transport.sendMail(nodemailerMessage(mail));
      // A repeated mail has the same name and overwrites itself. The rename keeps readers from seeing half a file.
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
