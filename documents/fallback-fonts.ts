import { Worker } from 'node:worker_threads';

export type FontRequest = { id: number; characters: string };
export type FontAnswer = { id: number; fonts: Uint8Array[] } | { id: number; error: unknown };

/** The time that the thread waits for another document. Node frees the thread's memory only when the thread ends. */
const IDLE_MS = 30_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let requests = 0;
const waiting = new Map<number, PromiseWithResolvers<Uint8Array[]>>();

/**
 * Fonts for characters that our own typefaces lack, cut out of the Noto packages. A separate thread cuts the fonts,
 * because the work takes tens of milliseconds and some 80 MB.
 */
export async function fallbackFonts(characters: string): Promise<Uint8Array[]> {
  if (characters === '') return [];
  clearTimeout(idle);
  thread ??= startThread();
  // The process may end while the thread is idle, but not while a document waits for a font.
  thread.ref();
  const id = ++requests;
  const answer = Promise.withResolvers<Uint8Array[]>();
  waiting.set(id, answer);
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  thread.postMessage({ id, characters } satisfies FontRequest);
  return answer.promise;
}

/** The country whose forms of Chinese characters a text gets. */
export type Forms = 'chinese' | 'japanese' | 'korean';

/** The forms for a text: a text with Korean letters gets Korean forms, and a text with Japanese letters Japanese forms. */
export function formsOf(text: string): Forms {
  if (/\p{Script=Hangul}/u.test(text)) return 'korean';
  return /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text) ? 'japanese' : 'chinese';
}

function startThread(): Worker {
  const opened = new Worker(new URL('fallback-fonts-thread.ts', import.meta.url));
  opened.on('message', (answer: FontAnswer) => {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('fonts' in answer) request?.resolve(answer.fonts);
    else request?.reject(answer.error);
    if (waiting.size > 0) return;
    opened.unref();
    idle = setTimeout(end, IDLE_MS).unref();
  });
  // The thread has crashed. The next document starts a new thread.
  opened.on('error', (error) => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return opened;
}

function end() {
  void thread?.terminate();
  thread = undefined;
}
