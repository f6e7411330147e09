/** `content:<name>` is content/<name>.yaml, read and checked by scripts/plugins/content-plugin.ts. */

declare module 'content:conference' {
  const conference: Pick<
    import('#contract/content.ts').Content['conference'],
    'name' | 'shortName' | 'city' | 'country' | 'countryCode' | 'drawing' | 'secretary'
  > & {
    venue: Omit<import('#contract/content.ts').Content['conference']['venue'], 'note'>;
    dates: Omit<import('#contract/content.ts').Content['conference']['dates'], 'phrases'>;
  };
  export default conference;
}

/** The parts of content/conference.yaml that only some pages show. The loaders of these pages return the parts. */
declare module 'content:conference-details' {
  const details: Pick<
    import('#contract/content.ts').Content['conference'],
    | 'accommodation'
    | 'brandLine'
    | 'copyrightYear'
    | 'deadlines'
    | 'description'
    | 'fullTitle'
    | 'hidesAuthors'
    | 'opening'
    | 'places'
    | 'sponsor'
    | 'statistics'
    | 'waitingList'
    | 'ways'
    | 'status'
  > & {
    /** Whether the abstract form suggests organisations. */
    suggestions: boolean;
    venueNote: import('#contract/content.ts').Content['conference']['venue']['note'];
  };
  export default details;
}

/** The part `organiser` of content/conference.yaml. */
declare module 'content:organiser' {
  const organiser: import('#contract/content.ts').Content['conference']['organiser'];
  export default organiser;
}

/** The language of this build. Like the labels, its parts are read by `import * as`. */
declare module 'content:language' {
  const language: {
    language: string;
    direction: 'ltr' | 'rtl';
    /** With its country, such as de_DE. */
    locale: string;
    /** The beginning of the addresses of its pages: /de, or nothing for the first language. */
    base: string;
    /** All languages, the first one first; empty if there is only one. */
    languages: readonly { tag: string; base: string; name: string; locale: string }[];
  };
  export = language;
}

declare module 'content:labels/memberPrice' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['memberPrice'];
  export = labels;
}

/** The labels of a section: `import * as labels`. The build writes each label into the code that reads it. */
declare module 'content:labels/moments' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['moments'];
  export = labels;
}

declare module 'content:labels/pages' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['pages'];
  export = labels;
}

declare module 'content:labels/layout' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['layout'];
  export = labels;
}

declare module 'content:labels/forms' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['forms'];
  export = labels;
}

declare module 'content:labels/registration' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['registration'];
  export = labels;
}

declare module 'content:labels/proof' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['proof'];
  export = labels;
}

declare module 'content:labels/discount' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['discount'];
  export = labels;
}

declare module 'content:labels/abstract' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['abstract'];
  export = labels;
}

declare module 'content:labels/paymentResult' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['paymentResult'];
  export = labels;
}

declare module 'content:labels/agenda' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['agenda'];
  export = labels;
}

declare module 'content:labels/home' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['home'];
  export = labels;
}

declare module 'content:labels/speakers' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['speakers'];
  export = labels;
}

declare module 'content:labels/contact' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['contact'];
  export = labels;
}

declare module 'content:labels/exhibition' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['exhibition'];
  export = labels;
}

declare module 'content:labels/programme' {
  const labels: import('#contract/content/shapes/labels-shape.ts').Labels['programme'];
  export = labels;
}

declare module 'content:home' {
  const home: import('#contract/content.ts').Content['home'];
  export default home;
}

declare module 'content:pages' {
  const pages: import('#contract/content/markup.ts').Statements['pages'];
  export default pages;
}

declare module 'content:privacy' {
  const privacy: import('#contract/content/markup.ts').Statements['privacy'];
  export default privacy;
}

declare module 'content:legal' {
  const legal: import('#contract/content/markup.ts').Statements['legal'];
  export default legal;
}

/** Only the pages of the exhibition import this file, and they are there only with it. */
declare module 'content:exhibition' {
  const exhibition: NonNullable<import('#contract/content.ts').Content['exhibition']>;
  export default exhibition;
}

declare module 'content:prices' {
  const prices: import('#contract/content.ts').Content['prices'];
  export default prices;
}

declare module 'content:speakers' {
  const speakers: import('#contract/content.ts').Content['speakers'];
  export default speakers;
}

declare module 'content:topics' {
  const topics: import('#contract/content.ts').Content['topics'];
  export default topics;
}

declare module 'content:sessions' {
  const sessions: import('#contract/content.ts').Content['sessions'];
  export default sessions;
}

declare module 'content:agenda' {
  const agenda: import('#contract/content.ts').Content['agenda'];
  export default agenda;
}

declare module 'content:partners' {
  const partners: import('#contract/content.ts').Content['partners'];
  export default partners;
}

declare module 'content:countries' {
  const countries: import('#contract/content.ts').Content['countries'];
  export default countries;
}

/** The pages of content/pages/, with their Markdown as sanitised HTML. */
declare module 'content:own-pages' {
  const pages: {
    path: string;
    title: string;
    description: string;
    intro?: string;
    html: string;
  }[];
  export default pages;
}

/** The links of the header. */
declare module 'content:menu' {
  const menu: import('#contract/content.ts').Content['menu'];
  export default menu;
}

/** The addresses of the sitemaps that the server makes. */
declare module 'content:sitemaps' {
  const sitemaps: import('#contract/content.ts').Content['sitemaps'];
  export default sitemaps;
}

/** The addresses of all pages of the conference. */
declare module 'content:addresses' {
  const addresses: import('#contract/content.ts').Content['addresses'];
  export default addresses;
}

/** `theme:…` is the looks of the conference, from content/theme/, read and checked by scripts/plugins/theme-plugin.ts. */

declare module 'theme:drawings/*' {
  /** The address of the drawing; undefined if the theme has none of this name. */
  const file: string | undefined;
  export default file;
  /** The number of drawings in a file with several. */
  export const parts: number;
}

declare module 'theme:logo' {
  const logo: { light?: string; dark?: string; width?: number; height?: number };
  export default logo;
}

declare module 'theme:numerals' {
  const numerals: { digit: number; dash: number; height: number };
  export default numerals;
}

/** The paper of the pages on light and on dark screens, for the frame of the browser. */
declare module 'theme:paper' {
  export const light: string;
  export const dark: string;
}

declare module 'theme:looks' {
  const looks: Pick<import('#contract/content/looks.ts').Looks, 'dots'>;
  export default looks;
}

/** The word in the head of the pages (site/layout/wordmark.tsx). */
declare module 'theme:wordmark' {
  const kind: 'logo' | 'plain' | 'repeat-unit';
  export default kind;
}
