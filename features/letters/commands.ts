import type { Command } from '#organiser/command.ts';
import { consents, writeConsents } from './consents-command.ts';
import { discardLetter } from './discard-command.ts';
import { resend } from './resend-command.ts';
import { write } from './write-command.ts';

export const commands: readonly Command[] = [resend, consents, writeConsents, write, discardLetter];
