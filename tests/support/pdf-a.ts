import { create } from 'fontkit';
import { parseXmlDocument } from 'slimdom';
import { objectsOf, runsOfPdf } from './pdf-text.ts';

type Objects = ReturnType<typeof objectsOf>;

/**
 * The requirements of PDF/A-3 (ISO 19005-3, level B) and of Factur-X that a PDF of documents/canvas.ts does not meet. It
 * checks what such a PDF can have: it has no pictures with colour profiles, no forms and no scripts.
 */
export function pdfAMistakes(pdf: Buffer, title: string): string[] {
  const text = pdf.toString('latin1');
  const objects = objectsOf(pdf);
  const all = [...objects.values()];
  const having = (mark: string) => all.filter(({ dictionary }) => dictionary.includes(mark));
  const [catalog] = having('/Type /Catalog');
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const requirements: Record<string, boolean> = {
    'a header with a version and four bytes that are no text': /^%PDF-1\.7\n%[\x80-\xff]{4}\n/.test(
      text,
    ),
    'an identifier, and no password':
      /\/ID \[<\w+> <\w+>\]/.test(trailer) && !trailer.includes('/Encrypt'),
    'tags and a language': ['/Marked true', '/StructTreeRoot ', '/Lang ('].every((mark) =>
      text.includes(mark),
    ),
    'no script, no action, no form':
      !/\/(?:JavaScript|JS|OpenAction|AA|Launch|AcroForm|XFA)\b/.test(dictionariesOf(objects)),
    'no filter but Flate': [...dictionariesOf(objects).matchAll(/\/Filter (\S+)/g)].every(
      ([, filter]) => filter === '/FlateDecode',
    ),
    'no colour but RGB':
      all.every(({ stream }) => !stream.includes('/DeviceCMYK')) && !text.includes('/DeviceCMYK'),
    'annotations that are printed': having('/Type /Annot').every(({ dictionary }) =>
      /\/F 4\b/.test(dictionary),
    ),
    'only fonts that are embedded, with the text of their glyphs': areFontsEmbedded(objects),
    'the widths of the embedded fonts': areWidthsTrue(objects),
    'no glyph for a missing character': runsOfPdf(pdf).every(({ glyphs }) =>
      glyphs.every(({ id }) => id > 0),
    ),
    'an output intent with a profile for RGB': hasOutputIntent(objects),
    'the XML as an associated file': isFileAssociated(objects, catalog?.dictionary ?? ''),
    'metadata that name standard, title and e-invoice': isMetadataTrue(objects, title),
  };
  return Object.keys(requirements).filter((name) => requirements[name] !== true);
}

/** The XML in a PDF. */
export function attachedXml(pdf: Buffer): string {
  const files = [...objectsOf(pdf).values()].filter(({ dictionary }) =>
    dictionary.includes('/EmbeddedFile'),
  );
  return Buffer.from(files[0]?.stream ?? '', 'latin1').toString();
}

function dictionariesOf(objects: Objects): string {
  return [...objects.values()].map(({ dictionary }) => dictionary).join('\n');
}

/** The object to which a key of a dictionary refers. */
function referred(objects: Objects, dictionary: string, key: string) {
  const id = new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(dictionary)?.[1];
  return objects.get(Number(id));
}

function fontsIn(objects: Objects): string[] {
  return [...objects.values()]
    .map(({ dictionary }) => dictionary)
    .filter((one) => /\/Type \/Font\n/.test(one));
}

function areFontsEmbedded(objects: Objects): boolean {
  return fontsIn(objects).every((font) => {
    if (font.includes('/Subtype /Type0')) return referred(objects, font, 'ToUnicode') !== undefined;
    const descriptor = referred(objects, font, 'FontDescriptor');
    return (
      font.includes('/Subtype /CIDFontType2') &&
      referred(objects, descriptor?.dictionary ?? '', 'FontFile2') !== undefined
    );
  });
}

/** Compares the widths that the document states with those in the font files. */
function areWidthsTrue(objects: Objects): boolean {
  return fontsIn(objects)
    .filter((font) => font.includes('/FontDescriptor'))
    .every((font) => {
      const descriptor = referred(objects, font, 'FontDescriptor');
      const bytes = referred(objects, descriptor?.dictionary ?? '', 'FontFile2')?.stream ?? '';
      const file = create(Buffer.from(bytes, 'latin1'));
      if (!('getGlyph' in file)) return false;
      const [, list = ''] = /\/W \[0 \[([^\]]*)\]/.exec(font) ?? [];
      const { unitsPerEm } = file;
      const widthOf = (glyph: number) => (file.getGlyph(glyph).advanceWidth * 1000) / unitsPerEm;
      // Glyph 0 is in every font and never shown, and PDFKit states its width in other units.
      return list
        .split(' ')
        .every((width, glyph) => glyph === 0 || Math.abs(Number(width) - widthOf(glyph)) <= 1);
    });
}

function hasOutputIntent(objects: Objects): boolean {
  const intents = [...objects.values()].filter(({ dictionary }) =>
    dictionary.includes('/Type /OutputIntent'),
  );
  return (
    intents.length === 1 &&
    intents.every(({ dictionary }) => {
      const profile = referred(objects, dictionary, 'DestOutputProfile');
      const isRgb =
        profile?.stream.slice(16, 20) === 'RGB ' && profile.stream.slice(36, 40) === 'acsp';
      return (
        isRgb && /\/N 3\b/.test(profile?.dictionary ?? '') && dictionary.includes('/S /GTS_PDFA1')
      );
    })
  );
}

function isFileAssociated(objects: Objects, catalog: string): boolean {
  const specification = referred(objects, catalog, 'AF')?.dictionary ?? '';
  const names = referred(objects, catalog, 'Names')?.dictionary ?? '';
  const file = referred(objects, specification, 'F')?.dictionary ?? '';
  return (
    [
      '/Type /Filespec',
      '/AFRelationship /Alternative',
      '/F (factur-x.xml)',
      '/UF (factur-x.xml)',
    ].every((mark) => specification.includes(mark)) &&
    ['/Type /EmbeddedFile', '/Subtype /text#2Fxml', '/ModDate (D:'].every((mark) =>
      file.includes(mark),
    ) &&
    names.includes('/EmbeddedFiles')
  );
}

/** The metadata are well-formed XML, and say what the document and its file are. */
function isMetadataTrue(objects: Objects, title: string): boolean {
  const expected: Record<string, string> = {
    'pdfaid:part': '3',
    'pdfaid:conformance': 'B',
    'dc:title': title,
    'fx:DocumentType': 'INVOICE',
    'fx:DocumentFileName': 'factur-x.xml',
    'fx:Version': '1.0',
    'fx:ConformanceLevel': 'EN 16931',
    'pdfaSchema:prefix': 'fx',
  };
  const xmp = [...objects.values()].find(({ dictionary }) =>
    dictionary.includes('/Type /Metadata'),
  );
  const metadata = parseXmlDocument(Buffer.from(xmp?.stream ?? '', 'latin1').toString());
  return Object.entries(expected).every(
    ([name, value]) => metadata.getElementsByTagName(name)[0]?.textContent?.trim() === value,
  );
}
