import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '#server/errors.ts';
import { statusOf } from '#server/http/errors.ts';

const Fields = z.record(z.string(), z.string());

/** The texts of a sent form. */
export function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  return Fields.safeParse(body).data ?? {};
}

/** The names of the fields that are not as they should be. */
export function wrongIn({
  issues,
}: {
  issues: readonly { path: readonly PropertyKey[] }[];
}): string[] {
  return [...new Set(issues.map(({ path: [field = ''] }) => String(field)))];
}

/** An expected error as the page shows it; any other error is a fault. */
export function explained(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  if (!(error instanceof AppError)) throw error;
  request.errorCode = error.code;
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  return { message: error.message, status: statusOf(error) };
}
