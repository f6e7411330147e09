import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** The pretend mailbox: every mail as an .eml file that any mail program opens. */
export function folderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send({ messageId, ...mail }) {
      const { message } = await transport.sendMail({ ...mail, messageId });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The id makes a repeated mail overwrite itself; the rename keeps readers from half a file.
      const file = join(folder, `${messageId.replace(/[^\w.-]/g, '')}.eml`);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
