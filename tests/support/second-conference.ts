import { cpSync, rmSync } from 'node:fs';
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
  return { ...copy, content: readContent(folder) };
}
