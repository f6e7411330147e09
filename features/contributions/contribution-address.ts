/** The address of a contribution in the first language. It never changes. */
export function contributionPath(reference: string): string {
  return `/contributions/${reference}`;
}

/**
 * The address of its file. It ends as files of its kind do, and is in the folder of the page, because Google Scholar
 * looks for both.
 */
export function filePath(
  reference: string,
  { fileName }: { fileName: string },
): string | undefined {
  const [ending] = /\.(?:pdf|docx?)$/i.exec(fileName) ?? [];
  return ending && `${contributionPath(reference)}${ending.toLowerCase()}`;
}

/** The end of the address of the picture that networks show beside a link. */
export const SHARE_PICTURE = 'share.png';

/** All languages have one picture, with the words of the authors. */
export function sharePath(reference: string): string {
  return `${contributionPath(reference)}/${SHARE_PICTURE}`;
}
