import type { Feature } from '#server/features.ts';
import { eraseAnswers } from './answers.ts';

export const questions: Feature = {
  name: 'questions',
  orders: {
    personReplaced: async (tx, id, { isAnother }) => isAnother && eraseAnswers(tx, [id]),
    erased: eraseAnswers,
  },
};
