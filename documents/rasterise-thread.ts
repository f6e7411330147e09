import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Rasterised } from './rasterise.ts';
import { answerRequests } from './worker-thread.ts';

const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
const ready = initWasm(readFileSync(wasm));

answerRequests(async ({ svg, width }: Rasterised): Promise<Uint8Array> => {
  await ready;
  const drawing = new Resvg(svg, {
    font: { loadSystemFonts: false },
    ...(width !== undefined && { fitTo: { mode: 'width', value: width } }),
  });
  const image = drawing.render();
  const png = image.asPng();
  // These objects are memory of the module, which JavaScript does not free.
  image.free();
  drawing.free();
  return png;
});
