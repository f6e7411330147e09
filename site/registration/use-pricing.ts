import * as labels from 'content:labels/registration';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { getPricing, type PricingOptionAsRead } from '#contract/pricing.ts';
import { type Answer, ask, type Failure, isSoldOut, NO_CONNECTION } from '#site/api.ts';
import type { PricingQuestion } from './pricing-question.ts';

export type Pricing =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'shown'; options: readonly PricingOptionAsRead[] }
  | { state: 'failed'; text: string; offline: boolean; soldOut: boolean };

/** Requests the price of each new choice, and ignores a late answer for an earlier choice. */
export function usePricing(question: PricingQuestion | undefined) {
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ asked: string; answer: Answer<typeof getPricing> }>();
  const asked = question && JSON.stringify([question, attempt]);

  useEffect(() => {
    if (!asked) return;
    const leaving = new AbortController();
    const [body]: [PricingQuestion] = JSON.parse(asked);
    void ask(getPricing, { body }, leaving.signal).then((answer) => {
      if (!leaving.signal.aborted) setKnown({ asked, answer });
    });
    return () => leaving.abort();
  }, [asked]);

  const answer = known?.asked === asked ? known?.answer : undefined;
  const pricing = pricingOf(asked, answer);
  const askAgain = () => setAttempt(attempt + 1);
  const isOffline = pricing.state === 'failed' && pricing.offline;
  const onOnline = useEffectEvent(askAgain);
  useEffect(() => {
    if (!isOffline) return;
    const listener = () => onOnline();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [isOffline]);
  return { pricing, askAgain };
}

function pricingOf(
  asked: string | undefined,
  answer: Answer<typeof getPricing> | undefined,
): Pricing {
  if (!asked) return { state: 'none' };
  if (!answer) return { state: 'loading' };
  return answer.ok
    ? { state: 'shown', options: answer.data }
    : {
        state: 'failed',
        text: pricingFailure(answer.failure),
        offline: answer.failure.kind === 'network',
        soldOut: isSoldOut(answer.failure),
      };
}

export function pricingFailure(failure: Failure): string {
  if (failure.kind === 'network') {
    return fillPlaceholders(labels.priceUnreachable, { reason: NO_CONNECTION });
  }
  const { message, json, status, statusText } = failure;
  if (message) return message;
  const reason = `${status} ${statusText}`.trim();
  return json ? labels.priceNotFetched : fillPlaceholders(labels.priceRefused, { reason });
}
