import type { Readable } from 'node:stream';

/** Stores files permanently, by key. A key is an id that the server made, so it contains no input of a visitor. */
export interface FileStore {
  /** The id of this store; rows name their files' store by it. */
  readonly id: string;
  /** Moves a finished file from this machine into the store; resolves when it is stored permanently. Safe to repeat. */
  put(key: string, path: string, bytes: number): Promise<void>;
  /** The bytes. If the store has no such file, this throws at once or while they are read. */
  read(key: string): Promise<Readable>;
  /** A missing file counts as removed. */
  remove(key: string): Promise<void>;
}
