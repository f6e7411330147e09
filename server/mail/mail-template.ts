import * as z from 'zod/mini';
import { directionOf, withColon } from '#contract/content/languages.ts';
import { html, type Markup } from '#server/markup.ts';
import { Block, blockAsHtml, blockAsText } from './rich-text.ts';

export const Fact = z.object({
  label: z.string(),
  text: z.string(),
  isSum: z.optional(z.boolean()),
  /** An amount is aligned to the right. */
  isAmount: z.optional(z.boolean()),
  /** Small text below, such as the hotel and the days of a room. */
  below: z.optional(z.string()),
});
/** A line in the table of a mail. */
export type Fact = z.output<typeof Fact>;

/** The colours of a mail, by their names in site/tokens.css. */
const Shades = z.object({
  paper: z.string(),
  raised: z.string(),
  ink: z.string(),
  soft: z.string(),
  rule: z.string(),
  accent: z.string(),
  accentDeep: z.string(),
  onAccent: z.string(),
});
type Shades = z.output<typeof Shades>;

/** The content of a mail as it is stored. It becomes text and HTML when the mail is sent or shown. */
export const MailTemplate = z.object({
  language: z.string(),
  /** The colours of the conference, for light and dark screens. */
  colours: z.object({ light: Shades, dark: Shades }),
  /** The subject without the conference and the reference. */
  heading: z.string(),
  /** The notice of test mode, in a frame at the top. */
  notice: z.optional(z.string()),
  greeting: z.optional(z.string()),
  paragraphs: z.array(z.string()),
  /** An organiser's text, below the paragraphs if there are any. */
  body: z.optional(z.array(Block)),
  facts: z.array(Fact),
  /** The entries of a visitor in a mail to the secretary, which nobody has checked, below a sentence that says so. */
  typed: z.optional(z.object({ words: z.string(), facts: z.array(Fact) })),
  /** Small text below the closing. */
  smallPrint: z.optional(z.array(z.string())),
  /** The next step for the reader. */
  button: z.optional(
    z.object({
      words: z.string(),
      address: z.string(),
      /** The purposes of the page. */
      note: z.optional(z.string()),
    }),
  ),
  /** Other pages about the same, below the button. */
  links: z.optional(z.array(z.object({ words: z.string(), address: z.string() }))),
  steps: z.optional(z.object({ heading: z.string(), points: z.array(z.string()) })),
  /** The contact for questions; absent in mails to the secretary. */
  closing: z.optional(z.string()),
  /** The sender: the name, the dates and the place of the conference. */
  signature: z.array(z.string()),
  /** The link at the end for readers who want no more letters. */
  unsubscribe: z.optional(z.object({ words: z.string(), address: z.string() })),
});
export type MailTemplate = z.output<typeof MailTemplate>;

/** The mail as plain text. */
export function mailAsText(template: MailTemplate): string {
  const { notice, greeting, paragraphs, facts, button, steps, closing, signature } = template;
  const { body = [], links = [], smallPrint = [], typed, unsubscribe, language } = template;
  const blocks = [
    notice,
    greeting,
    ...paragraphs,
    ...body.map(blockAsText),
    factsAsText(facts),
    typed?.words,
    typed && factsAsText(typed.facts),
    button &&
      [
        withColon(button.words, '', language),
        button.address,
        ...(button.note === undefined ? [] : [button.note]),
      ].join('\n'),
    ...links.map(({ words, address }) => `${withColon(words, '', language)}\n${address}`),
    steps &&
      [withColon(steps.heading, '', language), ...steps.points.map((point) => `- ${point}`)].join(
        '\n',
      ),
    closing,
    ...smallPrint,
    `-- \n${signature.join('\n')}`,
    unsubscribe && `${withColon(unsubscribe.words, '', language)}\n${unsubscribe.address}`,
  ];
  return `${blocks.filter((block) => block !== undefined && block !== '').join('\n\n')}\n`;
}

function factsAsText(facts: readonly Fact[]): string {
  const width = Math.max(0, ...facts.map(({ label }) => columnsOf(label))) + 3;
  return facts
    .flatMap(({ label, text, below, isAmount }) => [
      `${label}${' '.repeat(width - columnsOf(label))}${text}`,
      ...(below === undefined ? [] : [`${isAmount ? '  ' : ' '.repeat(width)}${below}`]),
    ])
    .join('\n');
}

/** In the fonts of plain mails, Chinese, Japanese and Korean signs are two columns wide, and marks above a letter none. */
function columnsOf(text: string): number {
  const wide =
    text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff01-\uff60]/gu) ?? [];
  const marks = text.match(/\p{Mn}/gu) ?? [];
  return Array.from(text).length + wide.length - marks.length;
}

/**
 * The mail as HTML. It has tables and inline styles, because mail programs support these, and no pictures. The style sheet
 * only sets the colours of dark mode.
 */
export function mailAsHtml(title: string, template: MailTemplate): string {
  const { notice, greeting, paragraphs, facts, button, steps, closing, signature } = template;
  const { colours, heading, body = [], links = [], smallPrint = [], typed, unsubscribe } = template;
  const { paper, raised, ink, soft, accent, accentDeep } = colours.light;
  const isMirrored = directionOf(template.language) === 'rtl';
  const direction = isMirrored ? html`dir="rtl"` : undefined;
  return html`<!doctype html>
    <html lang="${template.language}" ${direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${darkStyle(colours.dark)}
        </style>
      </head>
      <body class="ground" style="margin:0;padding:24px 12px;background:${paper};color:${ink}">
        <main>
          <div
            role="article"
            aria-roledescription="email"
            aria-label="${title}"
            lang="${template.language}"
            ${direction}
          >
            <table
              role="presentation"
              class="sheet"
              align="center"
              width="100%"
              cellpadding="0"
              cellspacing="0"
              style="max-width:600px;margin:0 auto;background:${raised};border-top:4px solid ${ink}"
            >
              <tr>
                <td style="padding:32px 28px;${SANS}">
                  ${notice === undefined ? undefined : html`<p class="notice" style="margin:0 0 20px;padding:8px 12px;border:1px solid ${accent};color:${accentDeep};font-weight:600">${notice}</p>`}
                  <p
                    style="margin:0 0 6px;font-family:Georgia,serif;font-size:16px;line-height:1.25"
                  >
                    ${signature[0]}
                  </p>
                  <h1
                    style="margin:0 0 24px;font-family:Georgia,serif;font-size:23px;font-weight:400;line-height:1.25"
                  >
                    ${heading}
                  </h1>
                  ${[greeting, ...paragraphs].flatMap((words) => (words === undefined ? [] : paragraph(words)))}
                  ${body.map((block) => blockAsHtml(block, accentDeep))}
                  ${factTables(facts, colours.light, isMirrored)}
                  ${typed && html`${paragraph(typed.words)} ${factTables(typed.facts, colours.light, isMirrored)}`}
                  ${button && buttonLink(button, colours.light)}
                  ${links.map((link) => textLink(link, colours.light))} ${steps && stepList(steps)}
                  ${closing === undefined ? undefined : paragraph(closing)}
                  ${smallPrint.map((words) => small(words, soft))}
                  <p
                    class="soft"
                    style="margin:28px 0 0;font-size:14px;color:${soft};word-break:break-word"
                  >
                    ${signature.map((line) => html`${line}<br />`)}
                  </p>
                  ${unsubscribe && unsubscribeLink(unsubscribe, soft)}
                </td>
              </tr>
            </table>
          </div>
        </main>
      </body>
    </html> `.markup;
}

const SANS =
  'font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55';

const darkStyle = (shades: Shades): Markup => ({
  markup: `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.ground { background: ${shades.paper} !important; color: ${shades.ink} !important }
.sheet { background: ${shades.raised} !important; border-color: ${shades.ink} !important; color: ${shades.ink} !important }
.soft { color: ${shades.soft} !important }
.row td { border-color: ${shades.rule} !important }
.notice { border-color: ${shades.accent} !important; color: ${shades.accentDeep} !important }
.button { background: ${shades.accent} !important; color: ${shades.onAccent} !important }
.link { color: ${shades.accentDeep} !important }
}
`,
});

function paragraph(words: string): Markup {
  return html`<p style="margin:0 0 16px;word-break:break-word">${words}</p> `;
}

function small(words: string, soft: string): Markup {
  return html`<p
    class="soft"
    style="margin:0 0 8px;font-size:13px;color:${soft};word-break:break-word"
  >
    ${words}
  </p> `;
}

/** A table for the texts and one for the amounts among facts, in their sequence, because their columns differ. */
function factTables(facts: readonly Fact[], shades: Shades, isMirrored: boolean): Markup {
  const runs: Fact[][] = [];
  for (const fact of facts) {
    const run = runs.at(-1);
    if (run && Boolean(run[0]?.isAmount) === Boolean(fact.isAmount)) run.push(fact);
    else runs.push([fact]);
  }
  return html`${runs.map((run, at) =>
    factTable(run, shades, { isMirrored, isLast: at === runs.length - 1 }),
  )}`;
}

function factTable(
  facts: readonly Fact[],
  { soft, rule }: Shades,
  { isMirrored, isLast }: { isMirrored: boolean; isLast: boolean },
): Markup {
  const [start, end] = isMirrored ? ['right', 'left'] : ['left', 'right'];
  const isAmounts = facts.some(({ isAmount }) => isAmount);
  return html`<table
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 ${isLast ? '24px' : '0'};border-collapse:collapse;font-size:15px;line-height:1.45"
  >
    ${facts.map(({ label, text, below, isSum = false }) => {
      const note =
        below &&
        html`<br /><span class="soft" style="font-size:13px;color:${soft}">${below}</span>`;
      return html`<tr class="row">
        <td
          ${isAmounts && !isSum ? undefined : html`class="soft"`}
          valign="top"
          ${isAmounts ? undefined : html`width="30%"`}
          style="padding:${isMirrored ? '8px 0 8px 16px' : '8px 16px 8px 0'};border-top:1px solid ${rule}${isAmounts && !isSum ? '' : `;color:${soft}`}"
        >
          ${label} ${isAmounts ? note : undefined}
        </td>
        <td
          valign="top"
          align="${isAmounts ? end : start}"
          style="padding:8px 0;border-top:1px solid ${rule};${isAmounts ? 'white-space:nowrap' : 'word-break:break-word'}${isSum ? ';font-weight:600' : ''}"
        >
          ${isMirrored ? html`<bdi>${text}</bdi>` : text} ${isAmounts ? undefined : note}
        </td>
      </tr> `;
    })}
  </table> `;
}

/** The address of the button follows as text, so that readers see where it leads. */
function buttonLink(
  { words, address, note }: NonNullable<MailTemplate['button']>,
  { accent, accentDeep, onAccent, soft }: Shades,
): Markup {
  return html`<p style="margin:0 0 8px">
      <a
        class="button"
        href="${address}"
        style="display:inline-block;padding:12px 20px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none"
        >${words}</a
      >
    </p>
    ${note && html`<p class="soft" style="margin:0 0 8px;font-size:14px;color:${soft}">${note}</p>`}
    <p class="soft" style="margin:0 0 24px;font-size:13px;color:${soft};word-break:break-all">
      <a class="link" href="${address}" style="color:${accentDeep}">${address}</a>
    </p> `;
}

function textLink(
  { words, address }: { words: string; address: string },
  { accentDeep }: Shades,
): Markup {
  return html`<p style="margin:0 0 16px;word-break:break-word">
    <a class="link" href="${address}" style="color:${accentDeep}">${words}</a>
  </p> `;
}

function unsubscribeLink(
  { words, address }: { words: string; address: string },
  soft: string,
): Markup {
  return html`<p class="soft" style="margin:16px 0 0;font-size:13px;color:${soft}">
    <a class="soft" href="${address}" style="color:${soft}">${words}</a>
  </p> `;
}

function stepList({ heading, points }: { heading: string; points: readonly string[] }): Markup {
  return html`<p style="margin:0 0 8px;font-weight:600">${heading}</p>
    <ul style="margin:0 0 24px;padding:0 20px">
      ${points.map((point) => html`<li style="margin:0 0 6px">${point}</li> `)}
    </ul> `;
}
