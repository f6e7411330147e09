import { AppError } from '#server/errors.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/**
 * Turns a refusal for visitors into a refusal for organisers, which keeps the sentence for visitors; if too few places
 * are left, adds the remedy.
 */
export async function possible<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const forVisitor = error;
    if (error.code !== 'sold-out') {
      const reason = error.code === 'closed' ? 'closed' : 'other';
      throw new ActionImpossible(error.message, { reason, forVisitor });
    }
    const [full = ''] = error.message.split('. ');
    throw new ActionImpossible(
      `${full}, or too few are left. “organiser places” shows how many, and changes the limit.`,
      { reason: 'soldOut', forVisitor },
    );
  }
}
