import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Bytes of memory that a process holds, as Linux counts them. */
export function residentMemory({ pid }: Pick<ChildProcess, 'pid'>): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
