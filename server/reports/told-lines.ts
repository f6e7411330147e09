/** A line of a story, which is left out without a text. */
export type Line = readonly [label: string, text: string | undefined, link?: string];
