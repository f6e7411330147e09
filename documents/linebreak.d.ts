declare module 'linebreak' {
  /** Finds the positions at which the Unicode line breaking algorithm allows a line to end. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
