import * as z from 'zod/mini';
import { inOneLine, inBrackets } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { extraOf } from '#contract/content/combinations.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { type Cents, type Currency, moneyText } from '#contract/money.ts';
import { checkField, choiceField, hiddenFields } from '#server/http/form-field.ts';
import { html, type Markup } from '#server/markup.ts';
import type { MoveRequest } from '#server/orders/change/move-participant.ts';
import type { OfferedChoices, OfferedPart } from '#server/orders/sell/offered-choices.ts';
import type { Choice } from '#server/orders/sell/registration-price.ts';
import { number } from './act-form.ts';

const count = z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number));

/** The beginning of the names of the fields for the number of an extra, before its id. */
const EXTRA = 'extra-';
const Extras = z.record(z.string(), count);

/** The beginning of the names of the fields for one choice of an extra. Their values are ids of choices. */
const CHOICE_OF = 'choice-';

/** The typed choice, with the version and the amount that the reader has seen. */
export const ChangeForm = z.pipe(
  z.catchall(
    z.object({
      version: number,
      type: z.optional(z.string().check(z.maxLength(60))),
      room: z.optional(z.enum(['yes', 'no'])),
      nights: z.optional(count),
      guests: z.optional(count),
      /** The amount to pay, or below 0 the refund, with which the reader agrees. */
      amount: z.optional(number),
      /** Sent by the button that shows the form again. */
      edit: z.optional(z.string()),
    }),
    z.string(),
  ),
  z.transform(({ version, type, room, nights, guests, amount, edit, ...others }, { issues }) => {
    const named = (beginning: string) =>
      Object.entries(others).filter(([name]) => name.startsWith(beginning));
    const counts = named(EXTRA).map(([name, typed]) => [name.slice(EXTRA.length), typed] as const);
    const chosen = named(CHOICE_OF).flatMap(([, id]) => (id === '' ? [] : [[id, '1'] as const]));
    const extras = Extras.safeParse(Object.fromEntries([...counts, ...chosen]));
    if (extras.success)
      return { version, type, room, nights, guests, amount, edit, extras: extras.data };
    issues.push({ code: 'custom', input: others, message: 'is no number of an extra' });
    return z.NEVER;
  }),
);
export type ChangeForm = z.output<typeof ChangeForm>;

/** The request to the service. */
export function requestOf(form: ChangeForm): Partial<MoveRequest> {
  const { type, room, nights, guests, extras } = form;
  return {
    type,
    extras,
    ...(room === 'no' && { room: 'none' }),
    ...(room === 'yes' && { room: `${nights ?? 0},${guests ?? 0}` }),
  };
}

/** The fields of the form once more, for the step in which the reader agrees to the amount. */
export function fieldsOf({ extras, ...typed }: ChangeForm) {
  const counts = Object.entries(extras).map(([id, times]) => [`${EXTRA}${id}`, times] as const);
  return { ...typed, ...Object.fromEntries(counts) };
}

type Words = Content['yourRegistration']['change'] & {
  /** The choice of nothing. */
  none: string;
  language: string;
  /** The sentences about the proofs of prices, by the id of the type. */
  proofs: Readonly<Record<string, string>>;
};

/** The fields of the form, filled with the typed choice or with the present one. */
export function changeFields(
  said: Words,
  currency: Currency,
  { types, room, extras, present }: OfferedChoices,
  typed?: ChangeForm,
): Markup {
  const money = (cents: Cents) => moneyText(cents, currency);
  const isFull = types.some(({ id, isFull: isTaken }) => id === typed?.type && isTaken);
  const chosen = isFull ? present.presentation : (typed?.type ?? present.presentation);
  return html`<fieldset>
      <legend>${said.type}</legend>
      ${types.map((type) =>
        checkField('radio', {
          name: 'type',
          value: type.id,
          isChecked: type.id === chosen,
          isDisabled: type.isFull,
          label: nameOf(said, type),
          note: money(type.unitCents),
          more: said.proofs[type.id],
        }),
      )}
    </fieldset>
    ${room && roomFields(said, room, money, present, typed)}
    ${extras.length === 0 ? undefined : extraFields(said, extras, money, present, typed)}`;
}

function roomFields(
  said: Words,
  room: NonNullable<OfferedChoices['room']>,
  money: (cents: Cents) => string,
  present: Choice,
  typed: ChangeForm | undefined,
): Markup {
  const isTaken = room.isFull && present.nights === 0;
  const hasRoom =
    !isTaken && (typed?.room === undefined ? present.nights > 0 : typed.room === 'yes');
  const nights = typed?.nights ?? (present.nights || 1);
  const guests = typed?.guests ?? present.guests;
  const label = fillPlaceholders(said.withRoom, { hotel: room.hotel });
  const price = fillPlaceholders(said.roomPrice, {
    night: money(room.nightCents),
    guest: money(room.guestCents),
  });
  return html`<fieldset>
    <legend>${said.room}</legend>
    ${checkField('radio', { name: 'room', value: 'no', isChecked: !hasRoom, label: said.noRoom })}
    ${checkField('radio', {
      name: 'room',
      value: 'yes',
      isChecked: hasRoom,
      isDisabled: isTaken,
      label: nameOf(said, { label, isFull: room.isFull }),
      note: price,
    })}
    ${
      isTaken
        ? undefined
        : html`${countField('nights', said.nights, {
            least: 1,
            most: room.isFull ? present.nights : room.mostNights,
            chosen: nights,
          })}
          ${countField('guests', said.guests, { least: 0, most: room.mostGuests, chosen: guests })}`
    }
  </fieldset>`;
}

function extraFields(
  said: Words,
  extras: readonly OfferedPart[],
  money: (cents: Cents) => string,
  present: Choice,
  typed: ChangeForm | undefined,
): Markup {
  const chosen = ({ id }: OfferedPart) => typed?.extras[id] ?? present.extras[id] ?? 0;
  const things = [...Map.groupBy(extras, ({ id }) => extraOf(id))];
  return html`<fieldset>
    <legend>${said.extras}</legend>
    ${things.flatMap(([thing, parts]) => {
      const isOneOfThem = parts.length > 1 && parts.every(({ most }) => most === 1);
      if (isOneOfThem && parts.filter(chosen).length <= 1) {
        return oneChoice(said, { thing, parts, chosen: parts.find(chosen)?.id ?? '' }, money);
      }
      return parts.map((extra) =>
        countField(
          EXTRA + extra.id,
          inOneLine([nameOf(said, extra), money(extra.unitCents)], said.language),
          {
            least: 0,
            // More of what is sold out cannot be chosen.
            most: extra.isFull ? (present.extras[extra.id] ?? 0) : extra.most,
            chosen: chosen(extra),
          },
        ),
      );
    })}
  </fieldset>`;
}

/** A field for an extra of which a person has one choice or none: the others are given up. */
function oneChoice(
  said: Words,
  { thing, parts, chosen }: { thing: string; parts: readonly OfferedPart[]; chosen: string },
  money: (cents: Cents) => string,
): Markup {
  const label = parts.find(({ whole }) => whole)?.whole?.label ?? thing;
  return html`${hiddenFields(Object.fromEntries(parts.map(({ id }) => [EXTRA + id, 0])))}
  ${choiceField({ name: CHOICE_OF + thing, label, value: chosen }, [
    { value: '', words: said.none },
    ...parts.map((part) => {
      const words = nameOf(said, { ...part, label: part.whole?.choice ?? part.label });
      return {
        value: part.id,
        words: inOneLine([words, money(part.unitCents)], said.language),
        isDisabled: part.isFull,
      };
    }),
  ])}`;
}

function nameOf(said: Words, { label, isFull }: Pick<OfferedPart, 'label' | 'isFull'>): string {
  return isFull ? inBrackets(label, said.soldOut, said.language) : label;
}

/** A field for a number from `least` to `most`. */
function countField(
  name: string,
  label: string,
  { least, most, chosen }: { least: number; most: number; chosen: number },
): Markup {
  const numbers = Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => least + at);
  return choiceField(
    { name, label, value: String(chosen) },
    numbers.map((each) => ({ value: String(each), words: String(each) })),
  );
}
