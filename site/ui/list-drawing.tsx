import drawing, { parts } from 'theme:drawings/sessions-list';
import { Drawing } from './drawing.tsx';

type ListDrawingProps = { at: number; fit: string; className: string };

/** A small drawing beside an entry of a list: each entry has another part of the file. */
export function ListDrawing({ at, fit, className }: ListDrawingProps) {
  const part = `drawing-${(at % parts) + 1}`;
  return <Drawing file={drawing} width={225} height={156} {...{ part, fit, className }} />;
}
