import * as z from 'zod/mini';
import { line } from './text.ts';

/** What a page makes up to tell its orders apart. The organiser gets its first hundred characters, none of them cut in half. */
export const orderReference = z.pipe(
  line(300),
  z.transform((text) => [...text].slice(0, 100).join('')),
);
