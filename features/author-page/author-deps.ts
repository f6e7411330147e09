import type { Content } from '#contract/content.ts';
import type { OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import type { UploadQuotas } from '#server/abstract/abstract-limits.ts';
import type { AbstractDeps } from '#server/abstract/submit-abstract.ts';
import type { Pace } from '#server/abstract/upload-pace.ts';

/** The dependencies of the pages below /abstract/TOKEN. */
export type AuthorDeps = AbstractDeps & {
  content: Content;
  frame: PageFrame;
  /** The folder of this server's data. */
  dataDir: string;
  originOf: OriginOf;
  quotas: UploadQuotas;
  /** Whether a scanner checks files: then nobody downloads a file before its scan. */
  hasScanner: boolean;
  /** Tests give a shorter time limit. */
  pace?: Pace | undefined;
};
