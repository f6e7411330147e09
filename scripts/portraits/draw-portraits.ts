import { mkdirSync, writeFileSync } from 'node:fs';
import { readContent } from '#server/content/read-content.ts';
import { drawPortrait } from './portrait.ts';

const folder = new URL('../../public/portraits/', import.meta.url);
const content = new URL('../../content/', import.meta.url);
const { speakers } = readContent(content, { isWithPictures: false });
// A speaker with a photograph under another name keeps it.
const drawn = speakers.filter(({ id, imageUrl }) => imageUrl === `/portraits/${id}.svg`);

mkdirSync(folder, { recursive: true });
for (const { id } of drawn) writeFileSync(new URL(`${id}.svg`, folder), drawPortrait(id));
console.log(`${drawn.length} portraits in public/portraits`);
