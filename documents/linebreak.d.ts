declare module 'linebreak' {
  /** The place at which the Unicode line breaking algorithm lets a line end. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
