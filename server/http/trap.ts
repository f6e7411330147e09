import { Refusal } from './refusal.ts';

/** Refuses what was put into the field that people do not see. Its sender is not told why. */
export function refuseTrapped({ website }: { website?: string | undefined }): void {
  if (website) throw new Refusal('bad-request', 'The request could not be read.');
}
