import type { Failure } from '#site/api.ts';
import { NO_CONNECTION } from '#site/api.ts';

export function pricingFailure(failure: Failure): string {
  if (failure.kind === 'network') {
    return `Error fetching pricing information: ${NO_CONNECTION}`;
  }
  const { message, json, status, statusText } = failure;
  if (message) return message;
  return json
    ? 'Failed to fetch pricing information'
    : `Pricing fetch failed: ${status} ${statusText}`.trim();
}
