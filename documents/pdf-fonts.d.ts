import type { Font } from 'fontkit';

// The published types lack these declarations.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** PDFKit also accepts an opened font. */
      registerFont(name: string, font: Font): this;
    }
  }
}

declare module 'fontkit' {
  interface Subset {
    /** The numbers of the glyphs in the subset. */
    glyphs: number[];
    /** Adds a glyph, and returns its position in the subset. */
    includeGlyph(glyph: number): number;
  }
}
