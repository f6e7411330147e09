import { writeFileSync } from 'node:fs';
import { qrCode } from '#documents/qr-code.ts';

const WIDTH = 640;
const HEIGHT = 480;
const PER_SECOND = 5;
const GREY = 150;

/**
 * Writes what a camera sees, for `--use-file-for-fake-video-capture`: each code for two seconds, and nothing for a second
 * after it. The browser begins again at the end.
 */
export function writeCameraPicture(path: string, codes: readonly string[]): void {
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420jpeg\n`;
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frames = codes.flatMap((code) => [
    ...Array.from({ length: 2 * PER_SECOND }, () => drawn(code)),
    ...Array.from({ length: PER_SECOND }, () => Buffer.alloc(WIDTH * HEIGHT, GREY)),
  ]);
  const parts = frames.flatMap((frame) => [Buffer.from('FRAME\n'), frame, colour]);
  writeFileSync(path, Buffer.concat([Buffer.from(head), ...parts]));
}

/** The brightness of each dot: the code on a white card. */
function drawn(code: string): Buffer {
  const { size, runs } = qrCode(code);
  const dot = Math.floor((HEIGHT * 0.7) / (size + 8));
  const left = Math.floor((WIDTH - size * dot) / 2);
  const top = Math.floor((HEIGHT - size * dot) / 2);
  const frame = Buffer.alloc(WIDTH * HEIGHT, GREY);
  const fill = (x: number, y: number, width: number, height: number, shade: number) => {
    for (let row = y; row < y + height; row += 1) {
      frame.fill(shade, row * WIDTH + x, row * WIDTH + x + width);
    }
  };
  const margin = 4 * dot;
  fill(left - margin, top - margin, size * dot + 2 * margin, size * dot + 2 * margin, 235);
  for (const { x, y, width } of runs) fill(left + x * dot, top + y * dot, width * dot, dot, 16);
  return frame;
}
