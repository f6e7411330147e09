import type * as z from 'zod/mini';

/** One call between page and server. Both sides take their types and checks from it. */
export type Call = {
  readonly method: 'GET' | 'POST';
  /** Fastify's notation: a parameter is `:name`. */
  readonly path: `/api/${string}`;
  /** One sentence for the API page. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The content type of the body, if it is not JSON. */
  readonly bodyType?: 'multipart/form-data' | 'application/x-www-form-urlencoded';
  /** The server promises this, and checks its answers against it. */
  readonly reply: z.ZodMiniType;
  /** The page reads this, if it needs less than the server promises. */
  readonly reads?: z.ZodMiniType;
};

export function call<const C extends Call>(description: C): C {
  return description;
}

type Sent<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodMiniType
  ? { [key in K]: z.input<C[K]> }
  : object;

/** A page passes this to make the call. */
export type RequestOf<C extends Call> = Sent<C, 'params'> & Sent<C, 'query'> & Sent<C, 'body'>;

/** The answer as the server gives it. */
export type ReplyOf<C extends Call> = z.input<C['reply']>;

/** The answer as the page has read it. */
export type ReadingOf<C extends Call> = C['reads'] extends z.ZodMiniType
  ? z.output<C['reads']>
  : z.output<C['reply']>;
