import type { Command } from '#organiser/command.ts';
import { checkin, undoCheckin } from './checkin-command.ts';
import { desk, deskPack, mergeDesk } from './desk-command.ts';
import { walkin } from './walkin-command.ts';

export const commands: readonly Command[] = [
  checkin,
  walkin,
  undoCheckin,
  desk,
  deskPack,
  mergeDesk,
];
