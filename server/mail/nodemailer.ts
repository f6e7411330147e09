import { createRequire } from 'node:module';
import type * as Package from 'nodemailer';

/**
 * The package, loaded with the first mail, and as CommonJS: its ES modules import node:http, for which Node loads its fetch
 * as well, 12 MB.
 */
export function nodemailer(): typeof Package {
  return createRequire(import.meta.url)('nodemailer');
}
