import chains from '#site/drawings/sessions-list.svg';
import { Drawing } from './drawing.tsx';

/** The number of drawings in the file. */
const DRAWN = 20;

type NumberedChainsProps = { at: number; fit: string; className: string };

/** A small drawing beside an entry of a list: each entry has another one. */
export function NumberedChains({ at, fit, className }: NumberedChainsProps) {
  const part = `chains-${(at % DRAWN) + 1}`;
  return <Drawing file={chains} width={225} height={156} {...{ part, fit, className }} />;
}
