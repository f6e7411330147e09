import type { Content } from '#contract/content.ts';
import { readContent } from '#server/content/read-content.ts';

/** Reads the conference's folder at the first call. For the plugins of a build, in which no edit counts. */
export function readOnce(folder: string): () => Content {
  let content: Content | undefined;
  return () => (content ??= readContent(folder));
}
