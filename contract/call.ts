import type * as z from 'zod/mini';

/** One call between page and server. Both sides take their types and checks from this description. */
export type Call = {
  readonly method: 'GET' | 'POST';
  /** Fastify's notation: a parameter is `:name`. */
  readonly path: `/api/${string}`;
  /** One sentence for the API page. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The content type of the body, if the body is not JSON. */
  readonly bodyType?: 'multipart/form-data' | 'application/x-www-form-urlencoded';
  /** The answer that the server promises. The server checks its answers against this schema. */
  readonly reply: z.ZodMiniType;
  /** The part of the answer that the page reads, if the page needs less than the server promises. */
  readonly reads?: z.ZodMiniType;
};

export function call<const C extends Call>(description: C): C {
  return description;
}

type Sent<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodMiniType
  ? { [key in K]: z.input<C[K]> }
  : object;

/** The arguments with which a page makes the call. */
export type RequestOf<C extends Call> = Sent<C, 'params'> & Sent<C, 'query'> & Sent<C, 'body'>;

/** The answer as the server sends it. */
export type ReplyOf<C extends Call> = z.input<C['reply']>;

/** The answer as the page reads it. */
export type ReadingOf<C extends Call> = C['reads'] extends z.ZodMiniType
  ? z.output<C['reads']>
  : z.output<C['reply']>;
