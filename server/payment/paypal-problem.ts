import { ApiError } from '@paypal/paypal-server-sdk';
import * as z from 'zod/mini';
import { ProviderRefused, ProviderUnavailable } from './payment-provider.ts';
import { readPaypalJson } from './paypal-json.ts';

const Problem = z.object({
  name: z.catch(z.string(), 'UNKNOWN'),
  details: z.catch(z.array(z.object({ issue: z.catch(z.string(), '') })), []),
  links: z.catch(z.array(z.object({ rel: z.string(), href: z.string() })), []),
});

/** Sorts what the package throws into a definite no and not knowing. Its messages stay behind: they quote the request. */
export function paypalProblem(error: unknown): Error {
  if (!(error instanceof ApiError)) {
    return new ProviderUnavailable(`PayPal gave no answer: ${kindOf(error)}`);
  }
  const { statusCode: status } = error;
  // Our own id and secret: nothing is wrong with what was to be asked.
  if (isSignIn(error)) {
    return new ProviderUnavailable(`PayPal gave no token: ${status}`);
  }
  const isDefinite = status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status);
  if (!isDefinite) return new ProviderUnavailable(`PayPal gave no clear answer: ${status}`);
  const problem = Problem.safeParse(readPaypalJson(String(error.body))).data;
  const code = problem?.details[0]?.issue || problem?.name || `HTTP_${status}`;
  return new ProviderRefused(code, `PayPal refused: ${status} ${code}`, {
    status,
    redirect: problem?.links.find(({ rel }) => rel === 'redirect' || rel === 'payer-action')?.href,
  });
}

/** Its name and code, such as ECONNRESET. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}

/** Whether the token was refused that the call came with, and not ourselves. */
export function isOldToken(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 401 && !isSignIn(error);
}

function isSignIn({ request }: ApiError): boolean {
  return request.url.endsWith('/v1/oauth2/token');
}
