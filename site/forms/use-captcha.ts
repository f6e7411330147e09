import { startTransition, useCallback, useEffect, useState } from 'react';
import { makeCaptcha } from './captcha.ts';

/** A code made in the browser: the page as it was built has none, or every visitor would get the same one. */
export function useCaptcha(alphabet: string) {
  const [code, setCode] = useState<string>();
  const renew = useCallback(() => setCode(makeCaptcha(alphabet, randomByte)), [alphabet]);

  useEffect(() => startTransition(renew), [renew]);

  return { code, renew };
}

function randomByte(): number {
  return crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
}
