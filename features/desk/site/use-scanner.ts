import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** A reader of codes. TypeScript has no type for the browser's own yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats: () => Promise<readonly string[]>;
};

const QR = 'qr_code';

/** The browser's own reader, or ours where it has none or reads no QR codes: Safari and Firefox, Chromium on Windows. */
async function newDetector(): Promise<Detector> {
  const Own = Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass | undefined;
  const formats = (await Own?.getSupportedFormats().catch(() => undefined)) ?? [];
  if (Own && formats.includes(QR)) return new Own({ formats: [QR] });
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: [QR] });
}

/** Only a page of a secure address gets a camera. */
export const canScan = 'mediaDevices' in navigator;

/** Five times a second, which is faster than a hand moves. */
const LOOK_MS = 200;
/** After this time out of sight the same code is a second scan. */
const SAME_MS = 3000;

/**
 * Searches the camera's picture for QR codes. A code that stays before the camera counts once. The camera is off while
 * the page is hidden.
 */
export function useScanner(onCode: (code: string) => void) {
  const [isOn, setOn] = useState(false);
  const [isHidden, setHidden] = useState(document.hidden);
  const [trouble, setTrouble] = useState<string>();
  const [torch, setTorch] = useState<{ isLit: boolean; press: () => void }>();
  /** The element that shows the picture of the camera. */
  const video = useRef<HTMLVideoElement>(null);
  const found = useEffectEvent(onCode);

  useEffect(() => {
    const seen = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);

  useEffect(() => {
    if (!isOn || isHidden) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let last = { code: '', at: 0 };

    async function look(detector: Detector) {
      const picture = video.current;
      if (picture && picture.readyState >= picture.HAVE_CURRENT_DATA) {
        // A frame that cannot be read is followed by another one.
        const [code] = await detector.detect(picture).catch(() => []);
        if (code && !isOver) {
          const isSame = code.rawValue === last.code && Date.now() - last.at < SAME_MS;
          last = { code: code.rawValue, at: Date.now() };
          if (!isSame) found(code.rawValue);
        }
      }
      if (!isOver) timer = setTimeout(() => void look(detector), LOOK_MS);
    }

    async function open() {
      const detector = await newDetector();
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      if (isOver || !video.current) return end();
      video.current.srcObject = stream;
      await video.current.play();
      setTorch(torchOf(stream, setTorch));
      void look(detector);
    }

    open().catch((error: unknown) => {
      if (isOver) return;
      setOn(false);
      setTrouble(wordsOf(error));
    });

    function end() {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
      setTorch(undefined);
    }
    return end;
  }, [isOn, isHidden]);

  return {
    isOn,
    trouble,
    video,
    torch,
    start() {
      setTrouble(undefined);
      setOn(true);
    },
    stop: () => setOn(false),
  };
}

type Torch = { isLit: boolean; press: () => void };

/** The light of the camera, if it has one. */
function torchOf(stream: MediaStream, change: (torch: Torch) => void, isLit = false) {
  const [track] = stream.getVideoTracks();
  if (!track || !('torch' in (track.getCapabilities?.() ?? {}))) return undefined;
  return {
    isLit,
    press() {
      // TypeScript does not know the light.
      const advanced: object[] = [{ torch: !isLit }];
      track.applyConstraints({ advanced }).then(
        () => {
          const next = torchOf(stream, change, !isLit);
          if (next) change(next);
        },
        () => undefined,
      );
    },
  };
}

function wordsOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'This page may not use the camera: allow it beside the address, or in the settings of the phone. You can type the reference meanwhile.';
  }
  if (name === 'NotFoundError') return 'This device has no camera. Please type the reference.';
  return 'The camera does not work now: another program may have it. Please type the reference instead.';
}
