// The published types lack these declarations.
declare namespace PDFKit {
  interface PDFDocument {
    /**
     * PDFKit's own catalogue (ISO 32000-1, 7.7.2). PDFKit has no function for the order of pages, their labels, and
     * layers.
     */
    readonly _root: {
      data: {
        Pages: { data: { Kids: unknown[] } };
        ViewerPreferences: { data: Record<string, unknown> };
        PageLabels?: object;
        OCProperties?: { OCGs: unknown[]; D: { OFF: unknown[] } };
      };
    };
  }

  interface PDFOutline {
    /**
     * `pageNumber` is the place of a page in the document, counted from 0; by default the current page. Without `fit` a
     * bookmark leads to the right edge of the page.
     */
    addItem(title: string, options: { pageNumber: number; fit: true }): PDFOutline;
  }

  namespace Mixins {
    /** PDFKit ties an annotation to an element of the structure. */
    interface AnnotationOption {
      structParent?: PDFStructureElement;
    }
  }
}
