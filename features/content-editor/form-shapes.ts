/** The form of a file, as the server sends it to the page. */
export type Shape =
  | { kind: 'group'; fields: Field[] }
  | { kind: 'list'; of: Shape }
  | { kind: 'choice'; choices: string[] }
  /** A text, or a group in its place: one colour, or one for light and one for dark screens. */
  | { kind: 'either'; fields: Field[] }
  | { kind: Single };

/** `fixed` is what only the file itself can have, such as a list of two forms. `word` is an id. */
export type Single =
  | ('text' | 'word' | 'number' | 'number-or-word' | 'price' | 'switch')
  | ('moment' | 'date' | 'time' | 'picture' | 'fixed');

export type Field = {
  /** As in the file. */
  key: string;
  label: string;
  isOptional: boolean;
  shape: Shape;
};

/** A file in the list of files. */
export type NamedFile = { key: string; title: string; language?: string; isPage?: true };

/** A file for the page. */
export type EditedFile = {
  key: string;
  title: string;
  /** The text of the file, by which the server knows what somebody else has changed meanwhile. */
  text: string;
  values: unknown;
  /** Absent for a page in Markdown, which is edited as a text. */
  form?: Shape;
  /** The notes above the keys of the file, by the path without places in lists: `extras.price`. */
  notes: Readonly<Record<string, string>>;
  /** The product's own sentences, which hold where the file says nothing. */
  usual: unknown;
  timeZone: string;
  mayEdit: boolean;
};

export type Mistake = {
  /** `presentation_types.0.price`; absent: it is in another file. */
  at?: string;
  words: string;
};

/** The answer to a check of edits that are not saved. */
export type Checked =
  | { is: 'right'; changes: string[]; advice: string[] }
  | { is: 'wrong'; mistakes: Mistake[] }
  /** Somebody else has changed the file meanwhile. `both` is the state that has both, if no line is in both. */
  | { is: 'overtaken'; theirs: string[]; yours: string[]; both?: string };

export type SaveOfPage = {
  id: string;
  savedAt: string;
  savedBy: string;
  file: string;
  title: string;
  changes: string[];
  lines: string[];
  mayUndo: boolean;
};

export type Publishing = {
  is: 'idle' | 'building' | 'waiting' | 'published' | 'refused' | 'elsewhere';
  /** A sentence, with the reason of a refusal. */
  words: string;
};

export type PreviewOfPage = {
  id: string;
  is: 'building' | 'ready' | 'failed';
  /** The reason of a failure. */
  words: string;
  /** `is`: whether a page differs from the one that visitors see. */
  pages: { path: string; title: string; is: 'changed' | 'same' }[];
};
