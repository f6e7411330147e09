/** Small drawings inside a ring of six, the smallest thing the honeycomb has. Drawn on a square of 48. */
const drawings = {
  award: 'M24 3v42M5.8 13.5l36.4 21M42.2 13.5l-36.4 21',
  bolt: 'M27 11l-9 14h12l-9 13',
  building: 'M15 36V17l9-5 9 5v19M15 24h18M15 30h18M24 12v24',
  chart: 'M14 33v-7M20.7 33V21M27.3 33V24M34 33V15',
  globe: 'M24 3c-9 12-9 30 0 42M24 3c9 12 9 30 0 42M5.8 24h36.4',
  handshake: 'M5.8 27l9-5.2 9 5.2 9-5.2 9.4 5.4M5.8 21l9 5.2 9-5.2 9 5.2 9.4-5.4',
  idea: 'M24 12a12 12 0 1 0 .1 0z',
  megaphone: 'M16 20v8l16 7V13zM32 19.5a5 5 0 0 1 0 9',
  microphone:
    'M24 11a5 5 0 0 1 5 5v7a5 5 0 0 1-10 0v-7a5 5 0 0 1 5-5zM14 22a10 10 0 0 0 20 0M24 32v6',
  network: 'M24 24V3M24 24l18.2 10.5M24 24L5.8 34.5',
  panel:
    'M15 20a2 2 0 1 0 .1 0zM24 15a2 2 0 1 0 .1 0zM33 20a2 2 0 1 0 .1 0zM13 31h22M15 25v6M24 20v11M33 25v6',
  people:
    'M24 13a4 4 0 1 0 .1 0zM16 26a4 4 0 1 0 .1 0zM32 26a4 4 0 1 0 .1 0zM22 20.500l-4 6M26 20.500l4 6M20 30h8',
  presentation: 'M13 16h22M13 22h22M13 28h14M13 34h8',
  target:
    'M24 11l11.300 6.500v13L24 37l-11.300-6.500v-13zM24 19l4.300 2.500v5L24 29l-4.300-2.500v-5z',
} as const;
export type GlyphName = keyof typeof drawings;

export function Glyph({ name, className }: { name: GlyphName; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      className={className}
    >
      <path d="M24 3l18.2 10.500v21L24 45 5.800 34.500v-21z" opacity="0.55" />
      <path d={drawings[name]} />
    </svg>
  );
}
