/**
 * Starts the server on a folder of its own, loads what it would load with the first payment, mail and receipt, and ends. Run
 * at the end of a build with the flags of the start line, for which alone Node keeps what it compiled: also the first start
 * after a build is a quick one then, and ten megabytes lighter, since what is yet to be kept waits in memory for the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'plenary-compile-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder });

await import('./main.ts');
await Promise.all([
  import('./payment/stripe.ts'),
  import('./payment/paypal.ts'),
  import('./receipt/receipt-sheet.ts'),
  import('./mail/nodemailer.ts').then(({ nodemailer }) => nodemailer()),
]);
process.kill(process.pid, 'SIGTERM');
