import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/** The styles of the variants are in ui.css; the class `link` is in base.css. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'ending';

function look(variant: ButtonVariant, className = '') {
  return `button ${variant === 'quiet' ? 'link' : variant} ${className}`;
}

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; pending?: boolean };

/**
 * A button that is disabled until the page is hydrated, and while it is `pending`. A pending button is announced as busy;
 * the caller changes its text.
 */
export function Button({ variant = 'primary', pending, className, ...rest }: ButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      {...rest}
      disabled={!hydrated || rest.disabled === true || pending === true}
      aria-busy={pending || undefined}
      className={look(variant, className)}
    />
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant };

export function ButtonLink({ variant = 'primary', className, ...rest }: ButtonLinkProps) {
  // The browser loads the scripts of the next page when the pointer is on the link. A file has no scripts to load.
  const prefetch = rest.reloadDocument ? 'none' : 'intent';
  return <Link prefetch={prefetch} {...rest} className={look(variant, className)} />;
}
