import * as z from 'zod/mini';
import { line } from './text.ts';

/** The page's own reference of an order. Its first hundred characters are stored, and none is cut in half. */
export const orderReference = z.pipe(
  line(300),
  z.transform((text) => [...text].slice(0, 100).join('')),
);
