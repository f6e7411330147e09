import type { Feature } from '#server/features.ts';
import { booksTexts } from './shape.ts';

export const books: Feature = {
  name: 'books',
  texts: booksTexts,
  commands: () => import('./commands.ts'),
};
