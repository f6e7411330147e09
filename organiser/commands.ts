import { attendance } from './attendance.ts';
import { badges } from './badges.ts';
import { certificates } from './certificates.ts';
import { checkin } from './checkin.ts';
import type { Command } from './command.ts';
import { find } from './find.ts';
import { log } from './log.ts';
import { places } from './places.ts';

/** The organiser's commands, in the order of the list that `organiser help` prints. */
export const commands: readonly Command[] = [
  find,
  places,
  badges,
  attendance,
  checkin,
  certificates,
  log,
];
