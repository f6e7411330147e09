import { TRAP } from './abstract-wire.ts';

/** A field that no visitor meets. Programs that fill in every field they find give themselves away to the server. */
export function Trap() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label htmlFor={TRAP}>Leave this empty</label>
      <input id={TRAP} type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** What was put into it. */
export function trappedIn(form: HTMLFormElement): string {
  const found = new FormData(form).get(TRAP);
  return typeof found === 'string' ? found : '';
}
