import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import { Content, contentFiles } from '#contract/content.ts';
import { type ContentFile, readContentFile } from '#server/content/content-file.ts';

/** One mistake in one file, in words for the person who edits the file. */
export type ContentProblem = {
  /** As seen from the folder above: `content/speakers.yaml`. */
  readonly file: string;
  /** From 1; absent where there is no file to look into. */
  readonly line?: number | undefined;
  /** `speakers[3].title: expected text` */
  readonly words: string;
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

/** Reads every file of the folder, or throws a ContentError that lists everything that is wrong in any of them. */
export function readContent(folder: string | URL): Content {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder;
  const files = Object.keys(contentFiles).map(
    (name) => [name, readContentFile(join(path, `${name}.yaml`))] as const,
  );
  const values = Object.fromEntries(files.map(([name, file]) => [name, file.value]));
  const parsed = Content.safeParse(values, { error: inPlainWords });
  if (parsed.success) return parsed.data;

  throw new ContentError(
    files.flatMap(([name, file]) => {
      const label = `${basename(path)}/${name}.yaml`;
      const issues = parsed.error.issues.filter((issue) => issue.path[0] === name);
      return problemsOf(file, issues).map((problem) => ({ file: label, ...problem }));
    }),
  );
}

function problemsOf(file: ContentFile, issues: readonly z.core.$ZodIssue[]) {
  if (file.faults.length > 0) return file.faults;
  return issues
    .flatMap((issue) => {
      const path = issue.path.slice(1);
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ ...file.find([...path, key]), message: 'unknown key' }))
        : { ...file.find(path), message: issue.message };
    })
    .map(({ line, path, state, message }) => {
      const words = state === 'there' || message === 'unknown key' ? message : `is ${state}`;
      return { line, words: path ? `${path}: ${words}` : words };
    })
    .toSorted((one, other) => one.line - other.line);
}

/** For the checks of the schemas that bring no words of their own. */
function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string') {
        return typeof issue.input === 'number' || typeof issue.input === 'boolean'
          ? `expected text: put "${issue.input}" in quotes`
          : 'expected text';
      }
      return `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of: ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'array' ? 'the list is empty' : undefined;
    default:
      return undefined;
  }
}

const kinds: Partial<Record<string, string>> = {
  array: 'a list',
  object: 'a group of named entries',
  number: 'a number',
  int: 'a whole number',
};
