import type { Command } from '#organiser/command.ts';
import { attendance } from './attendance-command.ts';
import { badges } from './badges-command.ts';
import { certificates } from './certificates-command.ts';

export const commands: readonly Command[] = [badges, attendance, certificates];
