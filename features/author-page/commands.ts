import type { Command } from '#organiser/command.ts';
import { correctAbstract } from './correct-command.ts';
import { enter } from './enter-command.ts';
import { replace } from './replace-command.ts';
import { undoWithdraw, withdraw } from './withdraw-command.ts';

export const commands: readonly Command[] = [
  enter,
  correctAbstract,
  replace,
  withdraw,
  undoWithdraw,
];
