/**
 * A text for a terminal. Files of strangers may have control characters, with which a terminal moves its cursor, renames
 * its window or hides what is above; ends of lines and tabs stay.
 */
export function plainOutput(text: string): string {
  return text.replace(CONTROL, '\ufffd');
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/g;

/** A cell of a printed table. A longer text moves the next cell, and a blank always divides the two. */
export function inColumn(text: string, width: number): string {
  return `${text.padEnd(width - 1)} `;
}
