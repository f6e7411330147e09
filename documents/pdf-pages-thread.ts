import { constants, inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import {
  type LeftOut,
  MOST_PAGES,
  type PdfObject,
  type PdfPage,
  type PdfPages,
  type PdfProblem,
  type PdfValue,
} from './pdf-pages.ts';
import { answerRequests } from './worker-thread.ts';

const MOST_OBJECTS = 50_000;
const MOST_NODES = 5000;
const MOST_DEPTH = 100;
const MOST_BYTES = 64 * 1024 * 1024;

// The library writes to the console what is wrong with a file.
for (const method of ['log', 'warn'] as const) console[method] = () => undefined;

answerRequests(readPages);

async function readPages(bytes: Uint8Array): Promise<PdfPages | PdfProblem> {
  try {
    // Many PDFs are encrypted without a password, only to forbid changes. Every program opens them.
    const { context, catalog } = await PDFDocument.load(bytes, {
      password: '',
      updateMetadata: false,
      parseSpeed: Infinity,
    });
    const leaves = leavesOf(context, catalog);
    if (leaves.length === 0) return 'damaged';
    if (leaves.length > MOST_PAGES) return 'pages';
    const copier = new Copier(context);
    const pages = leaves.map((leaf) => pageOf(copier, leaf));
    copier.copyWaiting();
    const layers = layersOf(copier, catalog);
    return { pages, objects: copier.objects, layers, leftOut: leftOutOf(context, leaves) };
  } catch (error) {
    if (error instanceof TooLarge) return 'size';
    return error instanceof Error && /PASSWORD/i.test(error.message) ? 'password' : 'damaged';
  }
}

class TooLarge extends Error {}

/** The attributes that a page inherits from the nodes above it. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
type Leaf = { page: PDFDict } & Partial<Record<(typeof inherited)[number], PDFObject>>;

/** The pages in their order. Each node of the tree counts once, so that a tree in a circle ends. */
function leavesOf(context: PDFContext, catalog: PDFDict): Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<PDFObject>();
  const waiting: { node: PDFObject | undefined; above: Omit<Leaf, 'page'> }[] = [
    { node: catalog.get(PDFName.of('Pages')), above: {} },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = context.lookup(next.node);
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    if (seen.size > MOST_NODES) throw new TooLarge();
    const attributes = { ...next.above };
    for (const name of inherited) {
      const own = node.get(PDFName.of(name));
      if (own) attributes[name] = own;
    }
    const kids = lookup(context, node, 'Kids');
    if (!(kids instanceof PDFArray)) leaves.push({ page: node, ...attributes });
    else {
      const below = kids.asArray().map((kid) => ({ node: kid, above: attributes }));
      waiting.push(...below.toReversed());
    }
  }
  return leaves;
}

function pageOf(copier: Copier, { page, Resources, MediaBox, CropBox, Rotate }: Leaf): PdfPage {
  const { context } = copier;
  const media = boxOf(context, MediaBox) ?? [0, 0, 612, 792];
  const box = overlap(boxOf(context, CropBox) ?? media, media);
  const turn = ((Math.round(numberOf(context, Rotate, 0) / 90) % 4) + 4) % 4;
  const unit = numberOf(context, page.get(PDFName.of('UserUnit')), 1);
  const form = copier.addForm(lookup(context, page, 'Contents'), {
    box,
    resources: Resources,
    group: page.get(PDFName.of('Group')),
  });
  return { form, box, turn: turns[turn] ?? 0, unit: unit > 0 ? unit : 1 };
}

const turns = [0, 90, 180, 270] as const;

type Box = PdfPage['box'];

/** The corners of a rectangle may be in any order. An empty rectangle is none. */
function boxOf(context: PDFContext, value: PDFObject | undefined): Box | undefined {
  const array = context.lookup(value);
  if (!(array instanceof PDFArray) || array.size() !== 4) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = array.asArray().map((each) => numberOf(context, each, 0));
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] - box[0] >= 1 && box[3] - box[1] >= 1 ? box : undefined;
}

function overlap(box: Box, media: Box): Box {
  const both: Box = [
    Math.max(box[0], media[0]),
    Math.max(box[1], media[1]),
    Math.min(box[2], media[2]),
    Math.min(box[3], media[3]),
  ];
  return both[2] - both[0] >= 1 && both[3] - both[1] >= 1 ? both : media;
}

function numberOf(context: PDFContext, value: PDFObject | undefined, otherwise: number): number {
  const found = context.lookup(value);
  return found instanceof PDFNumber ? finite(found.asNumber()) : otherwise;
}

function lookup(context: PDFContext, dict: PDFDict, name: string): PDFObject | undefined {
  return context.lookup(dict.get(PDFName.of(name)));
}

function leftOutOf(context: PDFContext, leaves: readonly Leaf[]): LeftOut[] {
  const found = new Set<LeftOut>();
  for (const { page } of leaves) {
    const annotations = lookup(context, page, 'Annots');
    if (!(annotations instanceof PDFArray)) continue;
    for (const each of annotations.asArray()) {
      const annotation = context.lookup(each);
      if (!(annotation instanceof PDFDict)) continue;
      const kind = lookup(context, annotation, 'Subtype')?.toString();
      if (kind === '/Widget') found.add('fields');
      else if (kind !== '/Link' && kind !== '/Popup') found.add('notes');
    }
  }
  return [...found];
}

/** The layers of the pages, shown or hidden as in the file (ISO 32000-1, 8.11.4). */
function layersOf(copier: Copier, catalog: PDFDict): PdfPages['layers'] {
  const { context } = copier;
  const layers = lookup(context, catalog, 'OCProperties');
  if (!(layers instanceof PDFDict)) return [];
  const shown = lookup(context, layers, 'D');
  const objectsIn = (dict: PDFObject | undefined, name: string) => {
    const list = dict instanceof PDFDict ? lookup(context, dict, name) : undefined;
    return list instanceof PDFArray ? list.asArray().map((each) => context.lookup(each)) : [];
  };
  const base = shown instanceof PDFDict ? lookup(context, shown, 'BaseState') : undefined;
  const [on, off] = [objectsIn(shown, 'ON'), objectsIn(shown, 'OFF')];
  return objectsIn(layers, 'OCGs').flatMap((object) => {
    const group = object && copier.numberOf(object);
    if (group === undefined) return [];
    const isShown = base?.toString() === '/OFF' ? on.includes(object) : !off.includes(object);
    return [{ group, isShown }];
  });
}

/**
 * The kinds of dictionaries: resources of a page, names for drawing objects, drawing objects, names for layers, and layers.
 */
type Kind = 'resources' | 'names' | 'drawing' | 'layers' | 'layer';

/** Copies the objects that draw, from a list of known keys: everything else in the file stays behind. */
class Copier {
  readonly context: PDFContext;
  readonly objects: PdfObject[] = [];
  private readonly numbers = new Map<PDFObject, number>();
  private readonly waiting: { object: PDFObject; kind: Kind; number: number }[] = [];
  private bytes = 0;
  private depth = 0;

  constructor(context: PDFContext) {
    this.context = context;
  }

  /** Makes a page's content a form XObject, and returns its place. */
  addForm(
    contents: PDFObject | undefined,
    page: { box: Box; resources: PDFObject | undefined; group: PDFObject | undefined },
  ): number {
    const streams = (contents instanceof PDFArray ? contents.asArray() : [contents])
      .map((each) => this.context.lookup(each))
      .filter((each) => each instanceof PDFRawStream);
    const [only] = streams;
    const isWhole = only !== undefined && streams.length === 1;
    const entries: [string, PdfValue][] = [
      ['Type', 'XObject'],
      ['Subtype', 'Form'],
      ['BBox', page.box],
      ['Resources', this.valueOf(page.resources, 'resources') ?? { entries: [] }],
    ];
    if (page.group) entries.push(['Group', this.valueOf(page.group, 'drawing')]);
    if (isWhole) entries.push(...this.filterOf(only.dict));
    const stream = isWhole ? only.contents : joined(streams);
    return this.push({ value: { entries }, stream: this.counted(stream) });
  }

  /** The place of an object that was copied. */
  numberOf(object: PDFObject): number | undefined {
    return this.numbers.get(object);
  }

  copyWaiting(): void {
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      const { object, kind, number } = next;
      const copy = this.objects[number];
      if (!copy) continue;
      if (object instanceof PDFRawStream) {
        const isProgram = lookup(this.context, object.dict, 'Subtype')?.toString() === '/PS';
        copy.value = {
          entries: isProgram
            ? []
            : [...this.entriesOf(object.dict, kind), ...this.filterOf(object.dict)],
        };
        copy.stream = isProgram ? new Uint8Array() : this.counted(object.contents);
      } else copy.value = this.valueOf(object, kind);
    }
  }

  private push(object: PdfObject): number {
    if (this.objects.length >= MOST_OBJECTS) throw new TooLarge();
    return this.objects.push(object) - 1;
  }

  private counted(stream: Uint8Array): Uint8Array {
    this.bytes += stream.length;
    if (this.bytes > MOST_BYTES) throw new TooLarge();
    return stream;
  }

  /** The names of the filters without references, because PDFKit reads them. */
  private filterOf(dict: PDFDict): [string, PdfValue][] {
    const filter = lookup(this.context, dict, 'Filter');
    const names = (filter instanceof PDFArray ? filter.asArray() : [filter])
      .map((each) => this.context.lookup(each))
      .filter((each) => each instanceof PDFName);
    if (names.length === 0) return [];
    const parameters = this.valueOf(dict.get(PDFName.of('DecodeParms')), 'drawing');
    const filters: [string, PdfValue] = ['Filter', names.map(nameOf)];
    return parameters === null ? [filters] : [filters, ['DecodeParms', parameters]];
  }

  private entriesOf(dict: PDFDict, kind: Kind): [string, PdfValue][] {
    return dict.entries().flatMap(([name, value]): [string, PdfValue][] => {
      const key = nameOf(name);
      const below = kindOf(kind, key);
      return below ? [[key, this.valueOf(value, below)]] : [];
    });
  }

  private valueOf(value: PDFObject | undefined, kind: Kind): PdfValue {
    if (value instanceof PDFRef) {
      const object = this.context.lookup(value);
      const isOwn =
        object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFRawStream;
      if (!isOwn) return object === undefined ? null : this.valueOf(object, kind);
      let number = this.numbers.get(object);
      if (number === undefined) {
        number = this.push({ value: null });
        this.numbers.set(object, number);
        this.waiting.push({ object, kind, number });
      }
      return { ref: number };
    }
    if (value instanceof PDFName) return nameOf(value);
    if (value instanceof PDFNumber) return finite(value.asNumber());
    if (value instanceof PDFBool) return value.asBoolean();
    if (value instanceof PDFString || value instanceof PDFHexString) return value.asBytes();
    if (!(value instanceof PDFArray || value instanceof PDFDict)) return null;
    this.depth += 1;
    if (this.depth > MOST_DEPTH) throw new TooLarge();
    const copy =
      value instanceof PDFArray
        ? value.asArray().map((each) => this.valueOf(each, kind))
        : { entries: this.entriesOf(value, kind) };
    this.depth -= 1;
    return copy;
  }
}

/** The content streams of a page are one drawing. */
function joined(streams: readonly PDFRawStream[]): Uint8Array {
  let bytes = 0;
  const parts = streams.flatMap((stream) => {
    const part = unpacked(stream, MOST_BYTES - bytes);
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new TooLarge();
    return [part, Buffer.from('\n')];
  });
  return Buffer.concat(parts);
}

function unpacked(stream: PDFRawStream, most: number): Uint8Array {
  const isPlainFlate =
    stream.dict.get(PDFName.of('Filter')) === PDFName.of('FlateDecode') &&
    !stream.dict.has(PDFName.of('DecodeParms'));
  if (isPlainFlate) {
    try {
      // A stream that is cut off still has a beginning.
      const limits = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH };
      return inflateSync(stream.contents, limits);
    } catch (error) {
      if (error instanceof RangeError) throw new TooLarge();
    }
  }
  return decodePDFRawStream(stream).decode();
}

function nameOf(name: PDFName): string {
  return name.asString().slice(1);
}

/** A PDF has no number as large as these, but a hostile file might. */
function finite(number: number): number {
  return Number.isFinite(number) ? Math.min(Math.max(number, -1e9), 1e9) : 0;
}

/** The kind of a dictionary below a key; undefined if the key is not copied. */
function kindOf(kind: Kind, key: string): Kind | undefined {
  if (kind === 'names') return 'drawing';
  if (kind === 'layers') return 'layer';
  if (kind === 'layer') {
    return key === 'OCGs' ? 'layer' : layerKeys.has(key) ? 'drawing' : undefined;
  }
  if (kind === 'resources') {
    return key === 'Properties' ? 'layers' : categories.has(key) ? 'names' : undefined;
  }
  if (key === 'OC') return 'layer';
  if (key === 'Resources') return 'resources';
  if (key === 'CharProcs' || key === 'Colorants') return 'names';
  return drawingKeys.has(key) ? 'drawing' : undefined;
}

const categories = new Set(['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Shading', 'XObject']);

const layerKeys = new Set(['Type', 'Name', 'P']);

/** The keys of ISO 32000-1 that change a drawing: images, forms, graphics states, colours, shadings, functions, fonts. */
const drawingKeys = new Set(
  [
    'Type Subtype Name Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask',
    'SMaskInData Matte FormType BBox Matrix Group S CS I K LW LC LJ ML D RI OP op OPM Font FL SM SA BM CA ca AIS TK G',
    'BC TR PatternType PaintType TilingType XStep YStep Shading ExtGState ShadingType Background AntiAlias Coords',
    'Domain Function Extend VerticesPerRow BitsPerCoordinate BitsPerFlag FunctionType Range C0 C1 N Functions Bounds',
    'Encode Size BitsPerSample Order Alternate WhitePoint BlackPoint Gamma Process Components MixingHints Solidities',
    'DotGain PrintingOrder BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode FontBBox FontMatrix',
    'DescendantFonts CIDSystemInfo Registry Ordering Supplement DW W DW2 W2 CIDToGIDMap BaseEncoding Differences',
    'FontName FontFamily FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight StemV',
    'StemH AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet Style Panose FD CIDSet Length1 Length2',
    'Length3 CMapName WMode UseCMap Predictor Colors Columns EarlyChange Rows EndOfLine EncodedByteAlign EndOfBlock',
    'BlackIs1 DamagedRowsBeforeError ColorTransform JBIG2Globals',
  ].flatMap((keys) => keys.split(' ')),
);
