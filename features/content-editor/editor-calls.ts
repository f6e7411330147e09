import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { contentFileOf, contentFiles } from '#contract/content.ts';
import { isGroup } from '#contract/content/content-edits.ts';
import { camelCase, readContentFile, snakeCase, withKeys } from '#server/content/content-file.ts';
import { valuesIn } from '#server/content/edit-yaml.ts';
import { siteFolders } from '#server/content/folders.ts';
import { sentencesFor, sentencesIn } from '#server/content/product-sentences.ts';
import { isFact } from '#server/content/translation.ts';
import { notesIn } from '#server/content/yaml-notes.ts';
import { postCall } from '#server/http/post-call.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { ContextFor } from '#organiser/dashboard/api.ts';
import { type Need, see, WITH_ALL_RIGHTS } from '#organiser/dashboard/call-rights.ts';
import { allRights, may, type Rights } from '#organiser/dashboard/rights.ts';
import { type EditedName, firstKeys, isDivided, rightTo, rightToFile } from './edited-files.ts';
import {
  fileOfSave,
  type FolderFile,
  folderFile,
  folderFiles,
  readEdited,
} from './folder-files.ts';
import { formOf } from './form-of-schema.ts';
import type {
  EditedFile,
  Field,
  NamedFile,
  PreviewOfPage,
  SaveOfPage,
  Shape,
} from './form-shapes.ts';
import { differenceLines } from './merge-lines.ts';
import { addPhotograph, Photograph } from './photographs.ts';
import { Change, checkEdit } from './plan-edit.ts';
import { makePreview, previewNamed } from './preview.ts';
import { publishingNow, publishLeftovers } from './publish.ts';
import { latestSaves } from './saves.ts';
import { valueChanges } from './value-changes.ts';

const edits: Need = { level: 'act', of: ['Texts'] };
/** A file with many texts, and the edits of a day. */
const MOST_SENT = 2 * 1024 * 1024;

/** The calls of the page about the conference's texts, prices and people. */
export function editorCalls(contextFor: ContextFor): FastifyPluginAsync {
  const Name = z.object({ name: z.string() });
  return async (app) => {
    app.addHook('onReady', async () => publishLeftovers(await contextFor(WITH_ALL_RIGHTS)));

    app.get('/content/files', { config: { needs: see('Texts') } }, async ({ organiser }) => {
      const { env } = await contextFor(organiser);
      return folderFiles(siteFolders(env).content).map(namedFile);
    });

    app.get<{ Params: z.output<typeof Name> }>(
      '/content/files/:name',
      { schema: { params: Name }, config: { needs: see('Texts') } },
      async ({ organiser, params: { name: key } }): Promise<EditedFile> => {
        const { env, content } = await contextFor(organiser);
        const { content: folder } = siteFolders(env);
        const file = folderFile(folder, key);
        if (!file) throw new ActionImpossible('There is no such file.');
        const text = readEdited(folder, file);
        const about = {
          key,
          title: file.language === undefined ? file.title : `${file.title} (${file.language})`,
          text,
          timeZone: content.conference.dates.timezone,
          mayEdit: may(organiser.rights, 'act', rightToFile(file)),
        };
        if (file.name === undefined) return { ...about, values: {}, notes: {}, usual: undefined };
        const usual = usualFor(content.language, folder, { ...file, name: file.name });
        const form = formFor({ ...file, name: file.name }, organiser.rights);
        const shown = usual && withKeys(usual, snakeCase);
        return {
          ...about,
          values: valuesIn(text),
          form,
          notes: notesIn(text),
          usual: file.language === undefined ? shown : withFields(form, shown),
        };
      },
    );

    postCall(
      app,
      '/content/check',
      Change,
      async (change, { request }) => checkEdit(await contextFor(request.organiser), change),
      { bodyLimit: MOST_SENT, config: { needs: edits } },
    );

    postCall(
      app,
      '/content/previews',
      Change,
      async (change, { request }) =>
        forPage(await makePreview(await contextFor(request.organiser), change)),
      { bodyLimit: MOST_SENT, config: { needs: edits } },
    );

    const Id = z.object({ id: z.string() });
    app.get<{ Params: z.output<typeof Id> }>(
      '/content/previews/:id',
      { schema: { params: Id }, config: { needs: edits } },
      async ({ params: { id } }) => {
        const preview = previewNamed(id);
        if (!preview) throw new ActionImpossible('This preview is too old. Please make it again.');
        return forPage(preview);
      },
    );

    app.get<{ Params: z.output<typeof Id> & { '*': string } }>(
      '/content/previews/:id/*',
      { config: { needs: edits, isShown: true } },
      async ({ params }, reply) => {
        const shown = previewNamed(params.id)?.read(`/${params['*']}`);
        void reply.headers(HEADERS_OF_PREVIEW);
        if (!shown)
          return reply
            .code(404)
            .type('text/plain; charset=utf-8')
            .send('The preview has no such page.\n');
        return reply.type(shown.type).send(shown.bytes);
      },
    );

    postCall(
      app,
      '/content/photographs',
      Photograph,
      async (photograph, { request }) => {
        const { dataDir, payments } = await contextFor(request.organiser);
        return { address: await addPhotograph(dataDir, photograph, payments.clock()) };
      },
      { bodyLimit: MOST_SENT, config: { needs: edits } },
    );

    app.get('/content/saves', { config: { needs: see('Texts') } }, async ({ organiser }) => {
      const { payments, env } = await contextFor(organiser);
      const { content: folder } = siteFolders(env);
      const saves = await latestSaves(payments.db);
      return saves.map(({ id, savedAt, savedBy, file, before, after }): SaveOfPage => {
        const known = fileOfSave(folder, file);
        const isText = known?.name === undefined;
        return {
          id,
          savedAt,
          savedBy,
          file,
          title: known?.title ?? file,
          changes: isText ? [] : valueChanges(valuesIn(before), valuesIn(after)),
          lines: differenceLines(before, after),
          mayUndo: known !== undefined && may(organiser.rights, 'act', rightToFile(known)),
        };
      });
    });

    app.get('/content/publishing', { config: { needs: see('Texts') } }, async () =>
      publishingNow(),
    );
  };
}

/** A preview shows words and pictures, runs nothing, and sends nothing. */
const HEADERS_OF_PREVIEW = {
  'content-security-policy': `default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

function forPage({ id, is, words, pages }: PreviewOfPage): PreviewOfPage {
  return { id, is, words, pages };
}

function namedFile({ key, title, language, name }: FolderFile): NamedFile {
  return {
    key,
    title,
    ...(language !== undefined && { language }),
    ...(name === undefined && { isPage: true }),
  };
}

type FormFile = FolderFile & { name: EditedName };

/** The values where the file says nothing: the product's sentences, and of a translation those of the first language. */
function usualFor(first: string, folder: string, { name, language }: FormFile): unknown {
  if (language === undefined) return sentencesIn(first, name);
  if (name === 'labels') return sentencesIn(language, name);
  const file = join(folder, contentFileOf(name));
  const own = existsSync(file) ? readContentFile(file).value : undefined;
  return sentencesFor(name, own, { first, language });
}

/** The form of a file without the fields that the organiser may not change; of a translation only its words. */
function formFor({ name, language }: FormFile, rights: Rights): Shape {
  const form = formOf(contentFiles[name]);
  if (form.kind !== 'group') return form;
  const fields =
    language === undefined
      ? fieldsFor(name, rights, form.fields)
      : wordsOf(fieldsFor(name, allRights, form.fields), [name]);
  const order = firstKeys[name] ?? [];
  const rank = ({ key }: { key: string }) =>
    order.includes(key) ? order.indexOf(key) : order.length;
  return { kind: 'group', fields: fields.toSorted((one, other) => rank(one) - rank(other)) };
}

/** The fields with words, which alone a translation may have, and the marks of the entries of lists. */
function wordsOf(all: readonly Field[], within: readonly string[]): Field[] {
  return all.flatMap((field): Field[] => {
    const path = [...within, camelCase(field.key)];
    const shape = wordsIn(field.shape, path);
    const isMark = ['id', 'path'].includes(field.key) && within.length > 1;
    // Each key of a group is a fact or a word by itself.
    const isValue = field.shape.kind !== 'group' && !isListOfGroups(field.shape);
    if (shape === undefined || (isValue && isFact(path) && !isMark)) return [];
    return [{ ...field, shape, isOptional: !isMark }];
  });
}

/** The part of a value for which a form has fields: a copy of a price in a translation would contradict the next price. */
function withFields(shape: Shape, value: unknown): unknown {
  if (shape.kind === 'list' && Array.isArray(value))
    return value.map((each) => withFields(shape.of, each));
  if (shape.kind !== 'group' || !isGroup(value)) return value;
  const known = shape.fields.filter(({ key }) => Object.hasOwn(value, key));
  return Object.fromEntries(
    known.map(({ key, shape: inner }) => [key, withFields(inner, value[key])]),
  );
}

function isListOfGroups(shape: Shape): boolean {
  return shape.kind === 'list' && shape.of.kind === 'group';
}

function wordsIn(shape: Shape, path: readonly string[]): Shape | undefined {
  switch (shape.kind) {
    case 'group': {
      const fields = wordsOf(shape.fields, path);
      return fields.length > 0 ? { kind: 'group', fields } : undefined;
    }
    case 'list': {
      const of = wordsIn(shape.of, path);
      return of && { kind: 'list', of };
    }
    case 'text':
    case 'word':
      return shape;
    default:
      return undefined;
  }
}

function fieldsFor(name: EditedName, rights: Rights, all: readonly Field[], within = ''): Field[] {
  return all.flatMap((field) => {
    const key = within + field.key;
    const { shape } = field;
    if (isDivided(name, key) && shape.kind === 'group') {
      const fields = fieldsFor(name, rights, shape.fields, `${key}.`);
      return fields.length > 0 ? [{ ...field, shape: { ...shape, fields } }] : [];
    }
    const right = rightTo(name, key);
    return right !== undefined && may(rights, 'see', right) ? [field] : [];
  });
}
