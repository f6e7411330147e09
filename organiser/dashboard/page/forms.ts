import { createContext, use } from 'react';
import type { Form } from '../actions.ts';

/** The forms of all actions; the server makes them from the definitions of the commands. */
export const FormsContext = createContext<readonly Form[]>([]);

export function useForms(): readonly Form[] {
  return use(FormsContext);
}
