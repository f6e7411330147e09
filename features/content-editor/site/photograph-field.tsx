import { type ChangeEvent, use, useEffect, useState } from 'react';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { FileContext, type Wiring } from './file-context.ts';

type Props = {
  wiring: Wiring;
  /** The address on the site. */
  words: string;
  /** The place of the value in the file. */
  place: string;
  /** The name of the person. */
  name: string;
  onChange: (address: string) => void;
};

/** The sides in pixels, as the server asks. */
const SIDE = 480;

/**
 * A picture: its address, or a photograph from this device. The browser turns it upright, cuts a square out of it and makes it
 * small; only its colours leave the device.
 */
export function PhotographField({ wiring, words, place, name, onChange }: Props) {
  const [trouble, setTrouble] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [photograph, setPhotograph] = useState<ImageBitmap>();
  const { onPhotograph } = use(FileContext);
  const isChosen = photograph !== undefined;
  useEffect(() => {
    if (!isChosen) return;
    onPhotograph(place, true);
    return () => onPhotograph(place, false);
  }, [isChosen, onPhotograph, place]);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    setTrouble(undefined);
    setPhotograph(undefined);
    if (!file) return;
    try {
      setPhotograph(await createImageBitmap(file, { imageOrientation: 'from-image' }));
    } catch {
      setTrouble(
        'This browser cannot read the file, or it is too large. Please choose a JPEG or PNG.',
      );
    }
  }

  async function send(part: { x: number; y: number; size: number }) {
    if (!photograph) return;
    setPending(true);
    try {
      const pixels = pixelsOf(photograph, part);
      const { address } = await tell<{ address: string }>('/content/photographs', { name, pixels });
      onChange(address);
      setPhotograph(undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error.message);
    } finally {
      setPending(false);
    }
  }

  return (
    <fieldset className="flex flex-col gap-3">
      <TextField
        {...wiring}
        autoComplete="off"
        value={words}
        onChange={({ target }) => onChange(target.value)}
      />
      <TextField
        label="Photograph from this device"
        type="file"
        accept="image/*"
        onChange={choose}
        error={trouble}
      />
      {photograph && (
        <Cut
          photograph={photograph}
          isPending={isPending}
          onUse={send}
          onLeave={() => setPhotograph(undefined)}
        />
      )}
    </fieldset>
  );
}

type CutProps = {
  photograph: ImageBitmap;
  isPending: boolean;
  onUse: (part: { x: number; y: number; size: number }) => void;
  onLeave: () => void;
};

/** Chooses the square: how large it is, and where. */
function Cut({ photograph, isPending, onUse, onLeave }: CutProps) {
  const [at, setAt] = useState({ zoom: 100, across: 50, down: 35 });
  const { width, height } = photograph;
  const size = Math.max(1, Math.round((Math.min(width, height) * 100) / at.zoom));
  const part = {
    x: Math.round(((width - size) * at.across) / 100),
    y: Math.round(((height - size) * at.down) / 100),
    size,
  };
  const show = (canvas: HTMLCanvasElement | null) => {
    if (canvas) draw(canvas, photograph, part);
  };
  const slider = (key: keyof typeof at, label: string, least: number, most: number) => (
    <label className="flex flex-col text-small">
      {label}
      <input
        type="range"
        min={least}
        max={most}
        value={at[key]}
        onChange={({ target }) => setAt({ ...at, [key]: Number(target.value) })}
      />
    </label>
  );
  return (
    <div className="flex flex-wrap items-center gap-6">
      <canvas
        ref={show}
        width={SIDE}
        height={SIDE}
        role="img"
        aria-label="The photograph as it will be shown"
        className="size-44 rounded-full border border-rule bg-sunk"
      />
      <div className="flex min-w-52 flex-1 flex-col gap-3">
        {slider('zoom', 'Closer', 100, 400)}
        {slider('across', 'To the right', 0, 100)}
        {slider('down', 'Down', 0, 100)}
        <div className="flex flex-wrap items-center gap-4">
          <Button variant="secondary" pending={isPending} onClick={() => onUse(part)}>
            Use this photograph
          </Button>
          <Button variant="quiet" onClick={onLeave}>
            Leave it out
          </Button>
        </div>
      </div>
    </div>
  );
}

type Square = { x: number; y: number; size: number };

function draw(canvas: HTMLCanvasElement, photograph: ImageBitmap, { x, y, size }: Square) {
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  // A drawing with holes gets paper behind it.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(photograph, x, y, size, size, 0, 0, SIDE, SIDE);
  return context;
}

function pixelsOf(photograph: ImageBitmap, part: Square): string {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = draw(canvas, photograph, part);
  const { data } = context?.getImageData(0, 0, SIDE, SIDE) ?? { data: new Uint8ClampedArray() };
  let text = '';
  const STEP = 30_000;
  for (let at = 0; at < data.length; at += STEP)
    text += String.fromCharCode(...data.subarray(at, at + STEP));
  return btoa(text);
}
