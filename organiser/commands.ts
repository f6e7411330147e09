import type { Command } from './command.ts';
import { cancel } from './cancel.ts';
import { find } from './find.ts';
import { group } from './group.ts';
import { log } from './log.ts';
import { move } from './move.ts';
import { places } from './places.ts';

/** The organiser's commands, in the order of the list that `organiser help` prints. */
export const commands: readonly Command[] = [find, group, move, cancel, places, log];
