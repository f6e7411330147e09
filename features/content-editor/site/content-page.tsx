import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { PageOfFeature } from '#organiser/dashboard/page/added.ts';
import { PageTitle } from '#organiser/dashboard/page/page-title.tsx';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { useAnswer } from '#organiser/dashboard/page/use-answer.ts';
import { may } from '#organiser/dashboard/rights.ts';
import type { EditedFile, NamedFile } from '../form-shapes.ts';
import { FileForm } from './file-form.tsx';
import { NewPage } from './new-page.tsx';
import { PageForm } from './page-form.tsx';
import { PublishingNote } from './publishing-note.tsx';
import { SavesPart } from './saves-part.tsx';

export const contentPage: PageOfFeature = {
  path: 'content',
  words: 'Texts and prices',
  before: 'commands',
  isFor: ({ rights }) => may(rights, 'see', 'Texts'),
  Page: ContentPage,
};

/** The texts, prices, dates and people of the conference's folder, a file at a time. */
function ContentPage() {
  const { data: files = [], trouble } = useAnswer<NamedFile[]>('/content/files');
  const [search] = useSearchParams();
  const name = search.get('file');
  const [saves, setSaves] = useState(0);
  const languages = new Set(files.flatMap(({ language = '' }) => (language ? [language] : [])));
  const saved = () => setSaves((count) => count + 1);
  return (
    <div className="flex flex-col gap-6 p-4 pb-16 sm:p-6 sm:pb-16">
      <PageTitle words="Texts and prices" />
      {trouble !== undefined && <Trouble words={trouble} />}
      <PublishingNote round={saves} />
      <nav aria-label="Files" className="flex flex-col gap-3">
        <Files files={files.filter(({ language, isPage }) => language === undefined && !isPage)} />
        <Group heading="Pages of your own" isOpen={name?.startsWith('pages/') === true}>
          <Files files={files.filter(({ language, isPage }) => language === undefined && isPage)} />
          <NewPage />
        </Group>
        {[...languages].map((language) => (
          <Group
            key={language}
            heading={`Translation: ${languageName(language)}`}
            isOpen={name?.startsWith(`${language}/`) === true}
          >
            <Files files={files.filter((file) => file.language === language)} />
          </Group>
        ))}
      </nav>
      {name === null ? (
        <>
          <p className="max-w-2xl text-soft">
            Choose what you want to change. Nothing is public before you have seen what changes and
            have pressed “Save and publish”.
          </p>
          <SavesPart key={saves} onSaved={saved} />
        </>
      ) : (
        <OneFile key={name} name={name} onSaved={saved} />
      )}
    </div>
  );
}

function Files({ files }: { files: readonly NamedFile[] }) {
  const [search] = useSearchParams();
  const name = search.get('file');
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {files.map(({ key, title }) => (
        <li key={key}>
          <Link
            to={`?file=${encodeURIComponent(key)}`}
            aria-current={key === name ? 'page' : undefined}
            className="link inline-block py-1.5 aria-[current=page]:font-semibold aria-[current=page]:no-underline"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type GroupProps = { heading: string; isOpen: boolean; children: ReactNode };

function Group({ heading, isOpen, children }: GroupProps) {
  return (
    <details open={isOpen || undefined}>
      <summary className="w-fit cursor-pointer py-1 font-semibold">{heading}</summary>
      <div className="flex flex-col gap-3 ps-4">{children}</div>
    </details>
  );
}

function languageName(tag: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
}

function OneFile({ name, onSaved }: { name: string; onSaved: () => void }) {
  const {
    data: file,
    trouble,
    reload,
  } = useAnswer<EditedFile>(`/content/files/${encodeURIComponent(name)}`);
  const again = () => {
    reload();
    onSaved();
  };
  if (trouble !== undefined) return <Trouble words={trouble} />;
  if (!file) return null;
  return file.form ? (
    <FileForm key={file.text} file={file} form={file.form} onSaved={again} onReload={reload} />
  ) : (
    <PageForm key={file.text} file={file} onSaved={again} onReload={reload} />
  );
}
