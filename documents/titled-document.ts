import PDFDocument from 'pdfkit';
import { escapedXml } from './xml.ts';

/** PDFKit writes the title as it is into the metadata, which are XML. */
export class TitledDocument extends PDFDocument {
  override endMetadata(): void {
    this.info.Title = escapedXml(this.info.Title ?? '');
    super.endMetadata();
  }
}
