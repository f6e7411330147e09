import { Refusal } from '#server/http/refusal.ts';

/** For what was there when the request began: the organiser has erased or purged it since. */
export function removed(what: string): Refusal {
  return new Refusal(
    'removed',
    'This purchase was just removed from our records. If you still want to pay, please try again.',
    { cause: new Error(`${what} is missing`) },
  );
}
