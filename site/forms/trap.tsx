import type { ComponentProps } from 'react';
import { TRAP } from './trapped.ts';

/** A field that no visitor meets. Programs that fill in every field they find give themselves away to the server. */
export function Trap(attributes: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor={TRAP}>Leave this empty</label>
      <input {...attributes} id={TRAP} type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
