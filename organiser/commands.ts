import type { Command } from './command.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { find } from './find.ts';
import { log } from './log.ts';
import { places } from './places.ts';

/** The organiser's commands, in the order of the list that `organiser help` prints. */
export const commands: readonly Command[] = [find, places, log, dashboard];
