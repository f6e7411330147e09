import type { Readable } from 'node:stream';

/** Keeps files for good, by key. A key is an id of ours: it contains nothing that a visitor typed. */
export interface FileStore {
  /** The id of this store; rows name their files' store by it. */
  readonly id: string;
  /** Takes over a finished file of this machine; resolves once it is there to stay. Safe to repeat. */
  put(key: string, path: string, bytes: number): Promise<void>;
  /** The bytes; fails at once or while they are read when the store has no such file. */
  read(key: string): Promise<Readable>;
  /** A missing file counts as removed. */
  remove(key: string): Promise<void>;
}
