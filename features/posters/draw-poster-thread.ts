import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import startEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { defaultOptions } from '@jsquash/webp/meta.js';
import { answerRequests } from '#documents/worker-thread.ts';
import { type DrawingProblem, type DrawnPicture, SIDES } from './draw-poster.ts';

/** The most memory of a module, in bytes: a file of 25 MB, its page and its pictures unpacked. */
const MOST_MEMORY = 400e6;
/** A page that is longer than this is no poster, and its picture would be a line. */
const MOST_RATIO = 8;

// A module asks for memory here, so a file cannot take more, however fast it asks.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function grown(pages: number): number {
  if (this.buffer.byteLength + pages * 65_536 > MOST_MEMORY) throw new RangeError('too much');
  return grow.call(this, pages);
};

const { resolve } = createRequire(import.meta.url);
const read = (name: string) => new WebAssembly.Module(readFileSync(resolve(name)));
const pdfium = read('@embedpdf/pdfium/pdfium.wasm');
const webp = read('@jsquash/webp/codec/enc/webp_enc_simd.wasm');

const silent = { print: () => undefined, printErr: () => undefined };

/** Instantiates a compiled module, as Emscripten asks. */
function instantiates(module: WebAssembly.Module) {
  return (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
    const instance = new WebAssembly.Instance(module, imports);
    done(instance);
    return instance.exports;
  };
}

answerRequests(draw);

/** Each file gets a module of its own: one that a file has broken is not used again. */
async function draw(bytes: Uint8Array): Promise<DrawnPicture[] | DrawingProblem> {
  try {
    const reader = await init({ ...silent, instantiateWasm: instantiates(pdfium) });
    reader.FPDF_InitLibrary();
    const page = firstPage(reader, bytes);
    return typeof page === 'string' ? page : await picturesOf(page);
  } catch (error) {
    // The module ends itself when it gets no memory; a fault in it is the file's.
    const isFull = error instanceof Error && /abort|memory|too much/i.test(error.message);
    return isFull ? 'limit' : 'damaged';
  }
}

/** Four bytes for each pixel: red, green, blue and a full alpha. */
type Bitmap = { width: number; height: number; pixels: Uint8ClampedArray };

/** https://pdfium.googlesource.com/pdfium/+/refs/heads/main/public/fpdfview.h */
const WITH_RED_FIRST = 0x10;
const WHITE = 0xff_ff_ff_ff;
const ERRORS: Readonly<Record<number, DrawingProblem>> = { 4: 'password', 5: 'password' };

function firstPage(reader: WrappedPdfiumModule, bytes: Uint8Array): Bitmap | DrawingProblem {
  const { pdfium: memory } = reader;
  const at = memory.wasmExports.malloc(bytes.length);
  if (at === 0) return 'limit';
  heapOf(memory).set(bytes, at);
  const file = reader.FPDF_LoadMemDocument(at, bytes.length, '');
  if (file === 0) return ERRORS[reader.FPDF_GetLastError()] ?? 'damaged';
  const page = reader.FPDF_LoadPage(file, 0);
  if (page === 0) return 'damaged';
  // A page that is turned has its sides turned here.
  const [wide, high] = [reader.FPDF_GetPageWidthF(page), reader.FPDF_GetPageHeightF(page)];
  const longest = Math.max(wide, high);
  if (!(Math.min(wide, high) > longest / MOST_RATIO)) return 'shape';
  // Three pixels become one in the small picture.
  const side = (length: number) => 3 * Math.max(1, Math.round((length / longest) * SIDES.small));
  const [width, height] = [side(wide), side(high)];
  const bitmap = reader.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) return 'limit';
  reader.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  reader.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_RED_FIRST);
  const [start, line] = [reader.FPDFBitmap_GetBuffer(bitmap), reader.FPDFBitmap_GetStride(bitmap)];
  const heap = heapOf(memory);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = start + y * line;
    pixels.set(heap.subarray(from, from + width * 4), y * width * 4);
  }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
  const colours = new Uint32Array(pixels.buffer);
  // The reader draws what it can read, and leaves a page empty of which that is nothing.
  if (colours.every((colour) => colour === colours[0])) return 'blank';
  return { width, height, pixels };
}

/** The memory of a module, which is another array after it has grown. */
function heapOf(module: object): Uint8Array {
  const heap: unknown = Reflect.get(module, 'HEAPU8');
  if (!(heap instanceof Uint8Array)) throw new Error('the module shows no memory');
  return heap;
}

async function picturesOf(large: Bitmap): Promise<DrawnPicture[]> {
  const encoder = await startEncoder({
    ...silent,
    noInitialRun: true,
    instantiateWasm: instantiates(webp),
  });
  const all = [
    ['large', large],
    ['small', third(large)],
  ] as const;
  return all.map(([size, { width, height, pixels }]) => {
    const bytes = encoder.encode(pixels, width, height, { ...defaultOptions, quality: 78 });
    if (!bytes) throw new Error('the picture cannot be written');
    return { size, width, height, bytes };
  });
}

/** The mean of nine pixels is one pixel. */
function third({ width, height, pixels }: Bitmap): Bitmap {
  const small = { width: width / 3, height: height / 3 };
  const made = new Uint8ClampedArray(small.width * small.height * 4);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let row = 0; row < 3; row++) {
          const at = ((3 * y + row) * width + 3 * x) * 4 + channel;
          sum += (pixels[at] ?? 0) + (pixels[at + 4] ?? 0) + (pixels[at + 8] ?? 0);
        }
        made[(y * small.width + x) * 4 + channel] = Math.round(sum / 9);
      }
    }
  }
  return { ...small, pixels: made };
}
