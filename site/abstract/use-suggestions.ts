import { language } from 'content:language';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ReadingOf } from '#contract/call.ts';
import { FEWEST_LETTERS, findOrganisations } from '#contract/organisations.ts';
import { ask } from '#site/api.ts';

export type Suggestion = ReadingOf<typeof findOrganisations>['organisations'][number];

const PAUSE_MS = 200;

/** The organisations of the public list that somebody may be typing. The field takes any text, also if nothing answers. */
export function useSuggestions(isOffered: boolean) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>(none);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  async function look(q: string): Promise<void> {
    asking.current?.abort();
    const { signal } = (asking.current = new AbortController());
    if (q.length < FEWEST_LETTERS) {
      setSuggestions(none);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return;
    const answer = await ask(findOrganisations, { query: { q, language } }, signal);
    if (!signal.aborted) setSuggestions(answer.ok ? answer.data.organisations : none);
  }

  const onInput = isOffered
    ? (event: FormEvent<HTMLInputElement>) =>
        void look(event.currentTarget.value.trim().slice(0, 100))
    : undefined;
  return { suggestions, onInput };
}

const none: readonly Suggestion[] = [];
