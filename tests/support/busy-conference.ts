import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { busyDays } from './busy-agenda.ts';
import { copyConference } from './conference-copy.ts';
import { editContent } from './edit-content.ts';

/** The tests' conference with a large agenda, and its folder. */
export function busyConference(): ReturnType<typeof copyConference> {
  const copy = copyConference('busy-summit');
  writeFileSync(join(copy.folder, 'agenda.yaml'), stringify({ days: busyDays() }));
  editContent(join(copy.folder, 'agenda.yaml'), [[['days', 1, 'items', 1, 'link'], '/speakers']]);
  editContent(join(copy.folder, 'conference.yaml'), [[['dates', 'end'], '2026-05-31']]);
  return copy;
}
