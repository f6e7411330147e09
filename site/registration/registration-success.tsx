import * as labels from 'content:labels/layout';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Titled } from '#contract/content/page-words.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';

type RegistrationSuccessProps = { words: Titled; onClose: () => void };

/** The dialog for visitors who come with `?registered` in the address. */
export function RegistrationSuccess({ words, onClose }: RegistrationSuccessProps) {
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(search.has('registered')), [search]);

  const close = () => {
    if (!open) return;
    setOpen(false);
    setSearch(withoutMark, { replace: true, preventScrollReset: true });
    onClose();
  };
  return (
    <Dialog open={open} heading={words.title} onClose={close}>
      <p className="mb-7">{words.text}</p>
      <Button onClick={close}>{labels.close}</Button>
    </Dialog>
  );
}

function withoutMark(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete('registered');
  return rest;
}
