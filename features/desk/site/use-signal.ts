import { useEffect, useRef } from 'react';
import { isRefusal } from './desk-answer.tsx';
import type { Answered } from './use-desk.ts';

/** Says each new answer by a tone and by the phone's vibration, for a helper who looks at the person. */
export function useSignal(latest: Answered | undefined, isOn: boolean): { prepare: () => void } {
  const sound = useRef<AudioContext>(undefined);
  const id = latest?.id;
  const isBad = latest !== undefined && isRefusal(latest);
  useEffect(() => {
    if (!isOn || id === undefined) return;
    navigator.vibrate?.(isBad ? [180, 90, 180] : 60);
    const context = sound.current;
    if (!context) return;
    tone(context, isBad ? 220 : 880, 0);
    if (isBad) tone(context, 220, 0.25);
  }, [id, isBad, isOn]);
  return {
    /** A browser gives a sound only to a page on which somebody has pressed something. */
    prepare() {
      sound.current ??= new AudioContext();
      void sound.current.resume();
    },
  };
}

function tone(context: AudioContext, frequency: number, after: number) {
  const begins = context.currentTime + after;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.2, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.18);
  const source = context.createOscillator();
  source.frequency.value = frequency;
  source.connect(volume).connect(context.destination);
  source.start(begins);
  source.stop(begins + 0.2);
}
