/** One mistake in one file, as text for the person who edits the file. */
export type ContentProblem = {
  /** The path from the folder above: `content/speakers.yaml`. */
  readonly file: string;
  /** From 1; absent if there is no such file. */
  readonly line?: number | undefined;
  /** `speakers[3].title: expected text` */
  readonly words: string;
  /** The place in the file, with the file's own keys: `speakers[3].title`. */
  readonly at?: string | undefined;
  /** The path of a required value that is not there, from the name of its file on: `['mails', 'news', 'title']`. */
  readonly missing?: readonly PropertyKey[] | undefined;
};

export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(
      problems
        .map(({ file, line, words }) => `${line ? `${file}:${line}` : `${file}:`} ${words}`)
        .join('\n'),
    );
    this.problems = problems;
  }
}
