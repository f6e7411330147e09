import { withAsciiDomain } from './text.ts';

/**
 * The mail address in a text as people copy it, with the domain as computers write it: "Ilse Ketten <ilse@lab.example>;",
 * mailto:ilse@lab.example, (ilse@lab.example). Any other text is unchanged.
 */
export function copiedAddress(text: string): string {
  const address = COPIED.exec(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''))?.[1];
  return withAsciiDomain(address ?? text);
}

const OPENING = String.raw`(?:[^<>@]*[<([{]|["'“„‘«\s]*)\s*(?:(?:mailto|e-?mail):\s*)?`;
const COPIED = new RegExp(
  String.raw`^${OPENING}([^\s<>()[\]{},;:"“”«»?]+@[^\s<>()[\]{},;:"“”’»?]*[^\s<>()[\]{},;:"“”’'»?.])(?:\?[^\s>]*)?[\s>)\]}"'“”’»,;:.]*$`,
  'iu',
);
