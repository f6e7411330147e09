import { AppError } from '#server/errors.ts';

/** Refuses what was put into the field that people do not see. Its sender is not told why. */
export function rejectHoneypot({ website }: { website?: string | undefined }): void {
  if (website) throw new AppError('bad-request', 'The request could not be read.');
}
