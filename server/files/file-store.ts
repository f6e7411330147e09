import type { Readable } from 'node:stream';

/** Keeps files for good, by key. A key is an id of ours: nothing that a visitor typed is ever part of one. */
export interface FileStore {
  /** What tells this store from another one; rows say by it where their files are. */
  readonly id: string;
  /** Takes over a finished file of this machine; resolves once it is there to stay. Safe to repeat. */
  put(key: string, path: string, bytes: number): Promise<void>;
  /** The bytes; fails at once or while they are read when the store has no such file. */
  read(key: string): Promise<Readable>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
}
