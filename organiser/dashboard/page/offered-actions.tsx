import type { ActionName } from '../actions.ts';
import { ActionButton } from './action-dialog.tsx';
import { type ActionForm, allForms } from './action-forms.ts';

type Props = {
  isOffered: (form: ActionForm) => boolean | undefined;
  subject: string;
  preset: Record<string, string>;
  onDone: () => void;
};

/** The buttons of all actions that fit here. */
export function OfferedActions({ isOffered, ...props }: Props) {
  const names = allForms.flatMap(([name, form]): ActionName[] => (isOffered(form) ? [name] : []));
  if (names.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {names.map((name) => (
        <ActionButton key={name} action={name} variant="secondary" {...props} />
      ))}
    </div>
  );
}
