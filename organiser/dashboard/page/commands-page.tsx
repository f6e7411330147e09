import { subjects } from '#server/operations/subjects.ts';
import { ActionButton } from './action-dialog.tsx';
import { useForms } from './forms.ts';
import { PageTitle } from './page-title.tsx';
import { Part } from './part.tsx';

/** Every command that the dashboard offers, by subject, each with its form. */
export function CommandsPage({ onDone }: { onDone: () => void }) {
  const forms = useForms();
  return (
    <div className="flex flex-col gap-8 p-4 pb-16 sm:p-6 sm:pb-16">
      <PageTitle words="Commands" />
      <p className="-mt-4 max-w-2xl text-soft">
        A command that changes something first shows its effect.
      </p>
      <div className="gap-10 xl:columns-2">
        {subjects
          .filter((subject) => forms.some((form) => form.subject === subject))
          .map((subject) => (
            <div key={subject} className="break-inside-avoid pb-10">
              <Part heading={subject}>
                <ul>
                  {forms
                    .filter((form) => form.subject === subject)
                    .map(({ action, summary }) => (
                      <li
                        key={action}
                        className="border-t border-rule py-3 first:border-t-0 first:pt-0"
                      >
                        <ActionButton action={action} preset={{}} onDone={onDone} />
                        <p className="text-label text-soft">{summary}</p>
                      </li>
                    ))}
                </ul>
              </Part>
            </div>
          ))}
      </div>
    </div>
  );
}
