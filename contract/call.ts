import type * as z from 'zod/mini';

/** One call between page and server: the only description both sides are typed and checked by. */
export type Call = {
  readonly method: 'GET' | 'POST';
  /** Fastify's notation: a parameter is `:name`. */
  readonly path: `/api/${string}`;
  /** One sentence for the API page. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** How the body is written; absent: as JSON. */
  readonly bodyType?: 'multipart/form-data' | 'application/x-www-form-urlencoded';
  /** What the server promises; checked on the way out. */
  readonly reply: z.ZodMiniType;
  /** What the page is content to read, where it asks for less than the server promises. */
  readonly reads?: z.ZodMiniType;
};

export function call<const C extends Call>(description: C): C {
  return description;
}

type Sent<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodMiniType
  ? { [key in K]: z.input<C[K]> }
  : object;

/** What a page hands over to make this call. */
export type RequestOf<C extends Call> = Sent<C, 'params'> & Sent<C, 'query'> & Sent<C, 'body'>;

/** What the server gives as an answer. */
export type ReplyOf<C extends Call> = z.input<C['reply']>;

/** What the page has in its hands afterwards. */
export type ReadingOf<C extends Call> = C['reads'] extends z.ZodMiniType
  ? z.output<C['reads']>
  : z.output<C['reply']>;
