import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** The browser's own reader of codes. Phones and Macs have one, but TypeScript has no type for it yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

function detectorClass(): DetectorClass | undefined {
  return 'BarcodeDetector' in window ? (window.BarcodeDetector as DetectorClass) : undefined;
}

export const canScan = detectorClass() !== undefined;

/** Four times a second, which is faster than a hand moves. */
const LOOK_MS = 250;
/** After this time the same code is a second scan. */
const SAME_MS = 3000;

/** Searches the camera's picture for QR codes. A code that stays before the camera counts once. */
export function useScanner(onCode: (code: string) => void) {
  const [isOn, setOn] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  /** The element that shows the picture of the camera. */
  const video = useRef<HTMLVideoElement>(null);
  const found = useEffectEvent(onCode);

  useEffect(() => {
    const Class = detectorClass();
    if (!isOn || !Class) return;
    const detector = new Class({ formats: ['qr_code'] });
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    let last = { code: '', at: 0 };

    async function look() {
      const picture = video.current;
      if (!picture || picture.readyState < picture.HAVE_CURRENT_DATA) return;
      const [code] = await detector.detect(picture);
      if (!code || isOver) return;
      const isSame = code.rawValue === last.code && Date.now() - last.at < SAME_MS;
      last = { code: code.rawValue, at: Date.now() };
      if (!isSame) found(code.rawValue);
    }

    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      async (opened) => {
        stream = opened;
        if (isOver || !video.current) return end();
        video.current.srcObject = opened;
        await video.current.play();
        timer = setInterval(() => void look(), LOOK_MS);
      },
      () => {
        setOn(false);
        setTrouble('The camera does not work in this browser. Please type the reference instead.');
      },
    );

    function end() {
      isOver = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    return end;
  }, [isOn]);

  return {
    isOn,
    trouble,
    video,
    start() {
      setTrouble(undefined);
      setOn(true);
    },
    stop: () => setOn(false),
  };
}
