import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import { contentFiles } from '#contract/content.ts';
import { isGroup } from '#contract/content/content-edits.ts';
import { snakeCase } from '#server/content/content-file.ts';
import { valuesIn } from '#server/content/edit-yaml.ts';
import { siteFolders } from '#server/content/folders.ts';
import { sentencesIn } from '#server/content/product-sentences.ts';
import { notesIn } from '#server/content/yaml-notes.ts';
import { postCall } from '#server/http/post-call.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { ContextFor } from '#organiser/dashboard/api.ts';
import { type Need, see, WITH_ALL_RIGHTS } from '#organiser/dashboard/call-rights.ts';
import { may, type Rights } from '#organiser/dashboard/rights.ts';
import {
  type EditedName,
  editedNameOf,
  editedNames,
  firstKeys,
  isDivided,
  isEdited,
  readEdited,
  rightTo,
  titles,
} from './edited-files.ts';
import { formOf } from './form-of-schema.ts';
import type { EditedFile, Field, PreviewOfPage, SaveOfPage, Shape } from './form-shapes.ts';
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

    app.get('/content/files', { config: { needs: see('Texts') } }, async () =>
      editedNames.map((key) => ({ key, title: titles[key] })),
    );

    app.get<{ Params: z.output<typeof Name> }>(
      '/content/files/:name',
      { schema: { params: Name }, config: { needs: see('Texts') } },
      async ({ organiser, params: { name } }): Promise<EditedFile> => {
        if (!isEdited(name)) throw new ActionImpossible('There is no such file.');
        const { env, content } = await contextFor(organiser);
        const text = readEdited(siteFolders(env).content, name);
        const usual = sentencesIn(content.language, name);
        return {
          key: name,
          title: titles[name],
          text,
          values: valuesIn(text),
          form: formFor(name, organiser.rights),
          notes: notesIn(text),
          usual: usual && inSnakeCase(usual),
          timeZone: content.conference.dates.timezone,
          mayEdit: may(organiser.rights, 'act', name === 'prices' ? 'Prices' : 'Texts'),
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
        const { dataDir } = await contextFor(request.organiser);
        return { address: await addPhotograph(dataDir, photograph) };
      },
      { bodyLimit: MOST_SENT, config: { needs: edits } },
    );

    app.get('/content/saves', { config: { needs: see('Texts') } }, async ({ organiser }) => {
      const { payments } = await contextFor(organiser);
      const saves = await latestSaves(payments.db);
      return saves.map(({ id, savedAt, savedBy, file, before, after }): SaveOfPage => {
        const name = editedNameOf(file);
        return {
          id,
          savedAt,
          savedBy,
          file,
          title: name === undefined ? file : titles[name],
          changes: valueChanges(valuesIn(before), valuesIn(after)),
          lines: differenceLines(before, after),
          mayUndo: may(organiser.rights, 'act', name === 'prices' ? 'Prices' : 'Texts'),
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

/** The form of a file without the fields that the organiser may not change. */
function formFor(name: EditedName, rights: Rights): Shape {
  const form = formOf(contentFiles[name]);
  if (form.kind !== 'group') return form;
  const fields = fieldsFor(name, rights, form.fields);
  const order = firstKeys[name] ?? [];
  const rank = ({ key }: { key: string }) =>
    order.includes(key) ? order.indexOf(key) : order.length;
  return { kind: 'group', fields: fields.toSorted((one, other) => rank(one) - rank(other)) };
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

function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snakeCase(key), inSnakeCase(inner)]),
  );
}
