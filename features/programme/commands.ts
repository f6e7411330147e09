import type { Command } from '#organiser/command.ts';
import { agenda, agendaFile, numberPosters } from './agenda-command.ts';
import { answers, decideBySheet, decideTemplate } from './decide-command.ts';
import { decide } from './decide-one.ts';

export const commands: readonly Command[] = [
  decideTemplate,
  decideBySheet,
  answers,
  numberPosters,
  agenda,
  agendaFile,
  decide,
];
