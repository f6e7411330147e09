import type { Command } from './command.ts';
import { correct } from './correct.ts';
import { decide } from './decide.ts';
import { find } from './find.ts';
import { log } from './log.ts';
import { mails } from './mails.ts';
import { places } from './places.ts';
import { resend } from './resend.ts';
import { write } from './write.ts';

/** The organiser's commands, in the order of the list that `organiser help` prints. */
export const commands: readonly Command[] = [
  find,
  correct,
  resend,
  write,
  decide,
  places,
  mails,
  log,
];
