type Declared = {
  id: string;
  label: string;
  /** Whether the form offers this request only with a room. */
  needsRoom: boolean;
} & (
  | { kind: 'yes' }
  | { kind: 'number'; most: number; one: string }
  | { kind: 'text'; most: number }
);

/**
 * The requests of participants, which are not part of the price. The calls, mails, lists, tables and the dashboard read
 * this list, so a new request needs no change in their code; the form has words for each by its id (CONTRIBUTING.md).
 */
const declared = [
  { id: 'accompanyingPerson', label: 'Accompanying person', needsRoom: true, kind: 'yes' },
  {
    id: 'extraNights',
    label: 'Extra nights',
    needsRoom: true,
    kind: 'number',
    most: 365,
    one: 'extra night',
  },
] as const satisfies Declared[];

export type RequestId = (typeof declared)[number]['id'];
export type AnyRequest = Declared & { id: RequestId };
export const requests: readonly AnyRequest[] = declared;

/** The values of requests that nobody made. */
export const NOTHING = { yes: false, number: 0, text: '' } as const;

/** An object with a value for each request, by its id. */
export function ofRequests<Value>(valueOf: (request: AnyRequest) => Value) {
  return Object.fromEntries(requests.map((request) => [request.id, valueOf(request)])) as Record<
    RequestId,
    Value
  >;
}
