export const en = {
  yourAbstract: {
    // The page of an accepted contribution on the site (abstracts.website in conference.yaml): its author's form behind the link
    // in the mails, and the pages for everybody.
    website: {
      heading: 'Your contribution on the website',
      // The state, on the page of the abstract.
      states: {
        none: 'Your contribution has no page on the website yet. You decide whether it gets one.',
        shown: 'Your contribution has a page on the website.',
        waiting: 'Your contribution gets its page on the website {from}.',
        ended: 'You have taken your contribution off the website.',
        takenDown:
          'The organisers have taken the page of your contribution off the website. If you have a question, please write to',
        untitled: 'Before your contribution gets a page, please enter its title and its authors.',
      },
      open: 'Open the page',
      edit: 'Page on the website',
      // After another file or other authors: the page follows without a further question.
      follows:
        'The page always has the title, the authors and the file that you see here. If you change them here, the page changes within a minute.',
      form: {
        intro:
          'The page has the title, all authors with their affiliations, when and where you present, and what you add here. Search engines and libraries find it at an address that does not change.',
        text: 'Abstract',
        textNote:
          'At most {words} words. An empty line begins a paragraph. *asterisks* are italics, H~2~O and 10^-3^ are H₂O and 10⁻³, and a formula in the notation of LaTeX stands between dollar signs: $E = mc^2$, or between \\( and \\). The text may stay empty.',
        fromFile: 'Take the text out of my Word file',
        fromFileNote:
          'This replaces the text below, and saves nothing. Please check it: formulas that are pictures are lost.',
        licence: 'Licence',
        licenceNote: 'It says what others may do with the text and the file.',
        file: 'The page offers my newest file to everybody: {file}',
        consent:
          'I agree that this page is published, and have asked the other authors. I can take it back here at any moment.',
        preview: 'See how it will look',
        previewHeading: 'This is what everybody will see',
        previewNote: 'Nothing is published yet. Please read the text once more.',
        publish: 'Publish it like this',
        back: 'Change the text',
        end: 'Take it off the website',
        endNote:
          'The page then says only that the contribution is not shown any more. Search engines may keep a copy for some days.',
        // Beside a field with a mistake.
        messages: {
          tooLong: 'This text has {count} words, and at most {words} are possible.',
          formula: 'This formula cannot be read: {formula}',
          formulas: 'This text has too many formulas.',
          licence: 'Please choose a licence from the list.',
          consent: 'Without your consent nothing is published.',
          noWord: 'The newest file is no DOCX file. Please copy the text out of it.',
          noText: 'No text could be taken out of the file. Please copy it.',
          unread: 'The file cannot be read at the moment. Please copy the text out of it.',
        },
      },
      done: {
        published: 'Your page is published as you have seen it.',
        waiting: 'Your page is saved as you have seen it, and will be public on the day above.',
        ended: 'Your contribution is off the website.',
      },
      // The list of all contributions, and the page of one.
      page: {
        title: 'Contributions',
        intro: 'The talks and posters of the conference, with their abstracts.',
        empty: 'No contribution is published yet.',
        notYet: 'The contributions are published {from}.',
        search: 'Search titles, authors and abstracts',
        allSessions: 'All sessions',
        session: 'Session',
        allKinds: 'Talks and posters',
        kind: 'Presentation',
        // If `abstracts.kinds` does not name them.
        kinds: { talk: 'Talk', poster: 'Poster' },
        order: 'Order',
        orders: { session: 'By session', time: 'By day and hour', author: 'Index of authors' },
        // The heading of contributions without a day.
        noDay: 'Without a time yet',
        find: 'Search',
        found: '{count} contributions',
        foundOne: '1 contribution',
        notFound: 'Nothing was found. A shorter word may help.',
        clear: 'Show all',
        // After the first of many authors.
        others: 'and {count} others',
        next: 'Next',
        previous: 'Previous',
        pageOf: 'Page {page} of {pages}',
        presents: 'presents',
        affiliations: 'Affiliations',
        abstract: 'Abstract',
        facts: 'Facts',
        inAgenda: 'In the agenda',
        calendar: 'Add to your calendar',
        // Leads to the page of the speakers.
        speaker: 'Speaker',
        keywords: 'Keywords',
        licence: 'Licence',
        published: 'Published',
        reference: 'Reference',
        download: 'Download the file',
        cite: 'Cite',
        copy: 'Copy',
        copied: 'Copied',
        star: 'Star this contribution',
        inSession: 'In this session',
        gone: 'This contribution is not shown any more.',
        goneWords: 'It was taken off the website. If you have a question, please write to',
        unknown: 'There is no contribution at this address.',
        unknownWords: 'The address may be incomplete, or the contribution is not published.',
        all: 'All contributions',
      },
    },
  },
  mails: {
    contributionTakenDown: {
      subject: 'Your contribution was taken off the website',
      paragraphs: [
        'The organisers have taken the page of your contribution off the website. Its address says only that the contribution is not shown any more.',
        'Your abstract stays in the programme. If you have a question, or disagree, reply to this email.',
      ],
      reason: 'Reason',
      button: 'Open your abstract',
    },
  },
};
