import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '#contract/content.ts';
import { readContent } from '#server/content/read-content.ts';
import { copyConference } from './conference-copy.ts';
import { editContent } from './edit-content.ts';

const made = [
  'favicon.svg',
  'icon-32.png',
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'share.png',
];

/** The second conference, and its folder. */
export function secondConference(): ReturnType<typeof copyConference> & { content: Content } {
  const copy = copyConference('glacier-days');
  const { folder } = copy;
  const files = new URL('../second-conference/', import.meta.url);
  cpSync(files, folder, { recursive: true, filter: (file) => !file.endsWith('.md') });
  // The build makes these pictures from the theme.
  for (const name of made) rmSync(join(folder, 'public', name));
  editContent(join(folder, 'pages.yaml'), [
    [['registration', 'intro'], 'Choose how you take part, and pay in Swiss francs.'],
    [['discount', 'amount_hint'], 'The amount that you agreed to pay, in Swiss francs: 250.00.'],
    [['registration', 'payment', 'card', 'text'], 'Secure card provider, payments in Swiss francs'],
  ]);
  // This conference has no exhibition, takes nobody's advertisement, and has names that are long or written from the right.
  rmSync(join(folder, 'exhibition.yaml'));
  editContent(join(folder, 'conference.yaml'), [[['sponsor'], undefined]]);
  editContent(join(folder, 'speakers.yaml'), [
    [['speakers', 0, 'name'], 'د. ليلى الحسن'],
    [
      ['speakers', 1, 'name'],
      'Donaudampfschifffahrtsgesellschaftskapitänin Rehabilitationswissenschaft',
    ],
  ]);
  mkdirSync(join(folder, 'public/partners'));
  writeFileSync(join(folder, 'public/partners/universität-zürich.svg'), LOGO);
  return { ...copy, content: readContent(folder) };
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 96"><path d="M0 0h240v96H0z"/></svg>\n';
