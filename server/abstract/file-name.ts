const LONGEST = 150;

// Control and formatting characters (also those that reverse a text), line separators, halves of characters.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;
// Characters that file systems or shells interpret, unlike mail programs.
const RISKY = /["*:<>?|]/g;
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file: Windows takes these names for devices, whatever
// follows the dot.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * An author's name for a file, made safe for pages, mails and an organiser's disk: one line without a path, with its
 * ending. The name is only data: the file itself is stored under a key of ours.
 */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? '';
  const visible = last
    .replace(INVISIBLE, '')
    .replace(RISKY, '_')
    .trim()
    .replace(/^[.\s]+/, '');
  return shorten(visible.replace(DEVICE, '_$&'));
}

function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : '';
  const stem = name.slice(0, name.length - ending.length);
  let short = '';
  // The loop goes by whole characters, so that it cuts none in half.
  for (const character of stem) {
    if (short.length + character.length + ending.length > LONGEST) break;
    short += character;
  }
  return short + ending;
}
