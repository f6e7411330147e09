import { createContext } from 'react';
import type { ContentEdit } from '#contract/content/content-edits.ts';
import type { Mistake } from '../form-shapes.ts';

export type FileOfForm = {
  /** The values with the edits. */
  values: unknown;
  /** The values of the file as it was read. */
  bases: unknown;
  usual: unknown;
  notes: Readonly<Record<string, string>>;
  mistakes: readonly Mistake[];
  edit: (edit: ContentEdit) => void;
  timeZone: string;
  /** Says whether at a place a photograph is chosen that is not in the form yet. */
  onPhotograph: (place: string, isChosen: boolean) => void;
};

/** The file whose form is shown, for its fields. */
export const FileContext = createContext<FileOfForm>({
  values: {},
  bases: {},
  usual: undefined,
  notes: {},
  mistakes: [],
  edit: () => undefined,
  timeZone: '',
  onPhotograph: () => undefined,
});

/** The words around the input of a value. */
export type Wiring = {
  label: string;
  required: boolean;
  hint: string | undefined;
  error: string | undefined;
};
