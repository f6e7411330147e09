import { AppError } from '#server/errors.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** A refusal in the words of the site is one for organisers, too. */
export async function possible<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new ActionImpossible(error.message);
    throw error;
  }
}
