import { AppError } from '#server/errors.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** A refusal in the words of the site is one for organisers, too; where places are missing they can do something about it. */
export async function possible<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'sold-out') throw new ActionImpossible(error.message);
    const [full = ''] = error.message.split('. ');
    throw new ActionImpossible(
      `${full}, or too few are left. “organiser places” shows how many, and changes the limit.`,
    );
  }
}
