// The published types lack this declaration.
declare namespace PDFKit {
  interface PDFOutline {
    /** `pageNumber` is the place of a page in the document, counted from 0; by default the current page. */
    addItem(title: string, options: { pageNumber: number }): PDFOutline;
  }
}
