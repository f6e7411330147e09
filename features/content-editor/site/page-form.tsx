import { useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import { TextAreaField } from '#site/ui/field.tsx';
import type { EditedFile } from '../form-shapes.ts';
import { CheckedForm, useCheck } from './checked-form.tsx';

type Props = { file: EditedFile; onSaved: () => void; onReload: () => void };

/** A new page begins with the lines that each page needs. */
const BEGINNING = `---
title: 
description: 
---

`;

/** A page in Markdown, as a text. */
export function PageForm({ file, onSaved, onReload }: Props) {
  const { text, mayEdit } = file;
  const [typed, setTyped] = useState(text === '' ? BEGINNING : text);
  const check = useCheck(file, { text: typed });
  return (
    <CheckedForm
      {...{ file, check, onSaved, onReload }}
      onSubmit={() => void check.run()}
      buttons={
        <Button
          type="submit"
          className="self-start"
          disabled={typed === text}
          pending={check.isPending}
        >
          Check and preview
        </Button>
      }
    >
      <TextAreaField
        label="Text of the page"
        hint="Markdown, below the title and the description between the lines of ---. Without any text the page is removed."
        rows={24}
        spellCheck
        disabled={!mayEdit}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </CheckedForm>
  );
}
