// The published types lack this declaration.
declare namespace PDFKit.Mixins {
  interface PDFAttachmentOptions {
    /** The relationship of the file to the document (AFRelationship). */
    relationship?: string;
  }
}
