/**
 * For how long a number has not moved, in milliseconds, by looks at it that are `everyMs` apart. It asks no clock: a process
 * that was stopped as a whole and goes on has missed nothing.
 */
export function missedTime(everyMs: number, first: number): (now: number) => number;
