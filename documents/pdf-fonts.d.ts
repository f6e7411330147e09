import type { Font } from 'fontkit';

// The published types leave these out.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** PDFKit takes an opened font, too. */
      registerFont(name: string, font: Font): this;
    }
  }
}

declare module 'fontkit' {
  interface Subset {
    /** The numbers of the glyphs that it has. */
    glyphs: number[];
    /** Says where in the subset a glyph is. */
    includeGlyph(glyph: number): number;
  }
}
