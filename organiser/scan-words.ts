import type { AbstractFile } from '#server/abstract/abstract-files.ts';

/** The findings that an organiser needs before opening a file of somebody else, after its size or name. */
export function scanWords({
  scan,
  activeContent,
}: Pick<AbstractFile, 'scan' | 'activeContent'>): string {
  const active = activeContent === undefined ? '' : `, ACTIVE CONTENT: ${activeContent}`;
  return findings[scan] + active;
}

const findings = {
  CLEAN: ', no virus found',
  INFECTED: ', INFECTED',
  NOT_SCANNED: ', not scanned for viruses',
  GIVEN_UP: ', NOT SCANNED: the scanner could not finish it',
} as const;
