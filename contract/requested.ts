import { type AnyRequest, NOTHING, ofRequests, type RequestId, requests } from './requests.ts';

/** Yes or no, a number, or a line of text. */
export type RequestValue = boolean | number | string;
export type RequestValues = Record<RequestId, RequestValue>;

/** The requests of a person; one that the form did not offer is undefined. */
export type Requested = { [Id in RequestId]?: RequestValue | undefined };

/** A value for each request. An absent one becomes no, 0 or an empty text. */
export function valuesOf(requested: Requested): RequestValues {
  return ofRequests(({ id, kind }) => requested[id] ?? NOTHING[kind]);
}

/** The requests that a person made, with their values. */
export function askedFor(requested: Requested): (AnyRequest & { value: RequestValue })[] {
  const values = valuesOf(requested);
  return requests
    .map((request) => ({ ...request, value: values[request.id] }))
    .filter(({ kind, value }) => value !== NOTHING[kind]);
}
