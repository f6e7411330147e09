/**
 * Returns a function for the time in milliseconds since a number last changed, if it is called every `everyMs`. It counts
 * its calls and reads no clock, so the time in which the whole process was suspended does not count.
 */
export function missedTime(everyMs: number, first: number): (now: number) => number;
