import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

const shape =
  'inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-edge py-2.5 text-center leading-tight font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-60';

const variants: Record<ButtonVariant, string> = {
  // The border shows in forced colours and in print, where backgrounds do not, and on paper the words have their own ink.
  primary:
    'px-6 border border-transparent print:border-ink print:text-ink bg-accent text-on-accent enabled:hover:bg-accent-deep [a&]:hover:bg-accent-deep',
  secondary:
    'px-6 border border-ink text-ink enabled:hover:bg-ink enabled:hover:text-paper [a&]:hover:bg-ink [a&]:hover:text-paper',
  quiet: 'link',
};

function look(variant: ButtonVariant, className = '') {
  return `${shape} ${variants[variant]} ${className}`;
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
  // What the next page needs is on its way before the press ends. A file that is loaded as a document has no such parts.
  const prefetch = rest.reloadDocument ? 'none' : 'intent';
  return <Link prefetch={prefetch} {...rest} className={look(variant, className)} />;
}
