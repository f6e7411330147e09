import { AppError } from '#server/errors.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** Turns a refusal for visitors into a refusal for organisers; if too few places are left, adds the remedy. */
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
