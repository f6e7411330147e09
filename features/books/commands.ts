import type { Command } from '#organiser/command.ts';
import { journal } from './journal-command.ts';
import { payouts } from './payouts-command.ts';

export const commands: readonly Command[] = [journal, payouts];
