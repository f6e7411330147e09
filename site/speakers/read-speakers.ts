import type { SpeakerAsRead } from '#contract/speakers.ts';

/**
 * Reads the answer of listSpeakers as the contract words it. By hand: the library behind the schemas weighs 8 kB, and
 * this is all that a reading page has to read.
 */
export function readSpeakers(answer: unknown): SpeakerAsRead[] | undefined {
  const list = isRecord(answer) && 'data' in answer ? answer['data'] : answer;
  if (!Array.isArray(list) || !list.every(isRecord)) return undefined;
  return list.map((entry) => ({
    id: typeof entry['id'] === 'number' ? entry['id'] : text(entry['id']),
    name: text(entry['name']),
    imageUrl: text(entry['imageUrl']),
    title: text(entry['title']),
    university: text(entry['university']),
    type: text(entry['type']),
    bio: text(entry['bio']),
  }));
}

/** What is not text is as good as absent. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
