const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** PDF/A wants a description of each property that it does not know. */
const properties = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters'],
  ['Version', 'The version of the standard of the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
].map(
  ([name, description]) => `
<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
);

/**
 * Attaches the XML of an e-invoice to a PDF/A-3 as Factur-X and ZUGFeRD define it: by its name, its relationship and the
 * metadata.
 */
export function attachEInvoice(doc: PDFKit.PDFDocument, eInvoice: string, day: Date): void {
  doc.file(Buffer.from(eInvoice), {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: day,
    modifiedDate: day,
  });
  doc.appendXML(`
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas>
<rdf:Bag>
<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${FACTUR_X}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property>
<rdf:Seq>${properties.join('')}
</rdf:Seq>
</pdfaSchema:property>
</rdf:li>
</rdf:Bag>
</pdfaExtension:schemas>
</rdf:Description>`);
}
