import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '#site/api.ts';
import type { Option, OptionsCall } from './abstract-wire.ts';

/**
 * The options of one list. If the list fails to load, the page logs the failure, and requests the list again when the
 * field gets the focus.
 */
export function useOptions(call: OptionsCall) {
  const [options, setOptions] = useState<readonly Option[]>(none);
  const asking = useRef<AbortController>(undefined);
  const load = useCallback(async () => {
    asking.current?.abort();
    const leaving = new AbortController();
    asking.current = leaving;
    const answer = await ask(call, {}, leaving.signal);
    if (leaving.signal.aborted) return;
    asking.current = undefined;
    if (answer.ok) setOptions(answer.data);
    else console.error(`${call.path} gave no list`, answer.failure);
  }, [call]);

  useEffect(() => {
    void load();
    return () => asking.current?.abort();
  }, [load]);

  const retry = () => {
    if (options.length === 0 && !asking.current) void load();
  };
  return { options, retry };
}

const none: readonly Option[] = [];
