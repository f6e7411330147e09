import { type FormEvent, useState } from 'react';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { Button } from '#site/ui/button.tsx';
import { TextAreaField } from '#site/ui/field.tsx';
import type { Checked, EditedFile } from '../form-shapes.ts';
import { CheckAnswer, Mistakes, useShownAnswer } from './check-answer.tsx';
import { SaveDialog } from './saves-part.tsx';

type Props = { file: EditedFile; onSaved: () => void; onReload: () => void };

/** A new page begins with the lines that each page needs. */
const BEGINNING = `---
title: 
description: 
---

`;

/** A page in Markdown, as a text. */
export function PageForm({ file, onSaved, onReload }: Props) {
  const { key, title, text, mayEdit } = file;
  const [typed, setTyped] = useState(text === '' ? BEGINNING : text);
  const [checked, setChecked] = useState<Checked>();
  const [trouble, setTrouble] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [saving, setSaving] = useState<object>();
  const place = useShownAnswer(checked, trouble);

  async function check(both?: string) {
    const change = { file: key, base: text, text: typed, ...(both !== undefined && { both }) };
    setPending(true);
    setTrouble(undefined);
    try {
      const answer = await tell<Checked>('/content/check', change);
      setChecked(answer);
      if (answer.is === 'right') setSaving(change);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error.message);
    } finally {
      setPending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void check();
  }

  return (
    <form ref={place} noValidate onSubmit={submit} className="flex max-w-3xl flex-col gap-6">
      <h2 className="border-t border-ink pt-4 font-serif text-name">{title}</h2>
      {checked?.is === 'wrong' && <Mistakes mistakes={checked.mistakes} />}
      <TextAreaField
        label="Text of the page"
        hint="Markdown, below the title and the description between the lines of ---. Without any text the page is removed."
        rows={24}
        spellCheck
        disabled={!mayEdit}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <CheckAnswer checked={checked} onBoth={check} onReload={onReload} />
      {trouble !== undefined && <Trouble words={trouble} />}
      {mayEdit && (
        <Button type="submit" className="self-start" disabled={typed === text} pending={isPending}>
          Check and preview
        </Button>
      )}
      <SaveDialog
        open={saving !== undefined}
        heading="Save and publish"
        change={saving ?? {}}
        onClose={() => setSaving(undefined)}
        onSaved={onSaved}
      />
    </form>
  );
}
