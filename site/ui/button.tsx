import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/** Their looks are in ui.css; `link` is in base.css. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

function look(variant: ButtonVariant, className = '') {
  return `button ${variant === 'quiet' ? 'link' : variant} ${className}`;
}

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; pending?: boolean };

/**
 * Disabled until the page is hydrated, and while `pending`, which it announces. The page chooses its text meanwhile.
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
  // The parts of the next page are on their way before the press ends. A file that is loaded as a document has none.
  const prefetch = rest.reloadDocument ? 'none' : 'intent';
  return <Link prefetch={prefetch} {...rest} className={look(variant, className)} />;
}
