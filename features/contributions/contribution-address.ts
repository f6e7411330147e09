/** The address of a contribution in the first language. It never changes. */
export function contributionPath(reference: string): string {
  return `/contributions/${reference}`;
}

/** The address of its file, which ends as files of its kind do, because search engines look for that. */
export function filePath(
  reference: string,
  { fileName }: { fileName: string },
): string | undefined {
  const [ending] = /\.(?:pdf|docx?)$/i.exec(fileName) ?? [];
  return ending && `${contributionPath(reference)}/${reference}${ending.toLowerCase()}`;
}
