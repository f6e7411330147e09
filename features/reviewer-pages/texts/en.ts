export const en = {
  mails: {
    // The question of the chair, new assignments, the reminder and thanks (`abstracts.reviewer_pages` in conference.yaml).
    reviewInvitation: {
      subject: 'Would you review abstracts?',
      paragraphs: [
        'Abstracts have been submitted to our conference, and we would like to ask you for your judgement.',
        'Please say yes or no on your page: one press is enough, and you need no account. The link belongs to you alone, so please do not forward it.',
      ],
      button: 'Answer: yes or no',
    },
    reviewAssignment: {
      subject: 'Abstracts for your review',
      paragraphs: [
        'There are abstracts for you to review. On your page you read them and write your review; it needs no account, and works on a phone.',
        'What you enter is kept there until you submit it, and you can change it until the end. The link belongs to you alone, so please do not forward it.',
      ],
      button: 'Open my reviews',
      fact: 'To review',
    },
    // Only revised versions, for a second look; `revised` also names them in other mails to reviewers.
    reviewAgain: {
      subject: 'Revised abstracts for your second look',
      paragraphs: [
        'The authors have revised what you reviewed, because the committee asked them to. Please look again: on your page you find the new file and what you wrote.',
        'You can change your review or leave it as it is; in both cases, please submit it once more.',
      ],
      button: 'Open my reviews',
      fact: 'To look at again',
      revised: 'Revised',
    },
    reviewReminder: {
      subject: 'Reviews that are still open',
      paragraphs: ['Some of your reviews are still open. A short one helps more than none.'],
      button: 'Open my reviews',
      fact: 'Still open',
    },
    reviewDiscussion: {
      subject: 'New notes on abstracts that you reviewed',
      paragraphs: [
        'Other reviewers, or the chair, have written about an abstract that you reviewed, too. You find their notes on your page, and can answer there.',
        'You get at most one such mail a day.',
      ],
      button: 'Open my reviews',
      notes: 'New notes on',
    },
    reviewThanks: {
      subject: 'Thank you for your reviews',
      paragraphs: [
        'All your reviews have arrived. Thank you very much: without you there would be no programme.',
        'You can still change them until the end.',
      ],
      button: 'See my reviews',
    },
  },
  yourAbstract: {
    // The pages of reviewers behind the link in their mails.
    reviews: {
      title: 'Your reviews',
      notFound: 'This link is incomplete. Please copy the whole link from the mail, or write to',
      renewed:
        'This link has ended, because a later mail has a new one. Please use the latest mail, or write to',
      strangerEnded:
        'This link has ended, because somebody said that it had reached the wrong person. If that was a mistake, please write to',
      questions: 'If you have a question, please write to',
      until: 'Please send your reviews by {until}.',
      before: 'The reviews open {from}. You can already look around.',
      over: 'The reviews closed {until}. You can still read what you wrote. If you are late, please write to',
      daysLeft: 'Days left: {count}',
      hoursLeft: 'Hours left: {count}',
      progress: '{done} of {wanted} submitted',
      none: 'No abstract is assigned to you at the moment. You get a mail when there is one.',
      askIntro:
        'Will you review abstracts for {conference}? You get only as many as you can manage, and a mail when they are there.',
      askEnd: 'The reviews are wanted by {until}.',
      yes: 'Yes, I will',
      no: 'No, not this time',
      saidYes: 'Thank you! You get a mail as soon as there are abstracts for you.',
      saidNo: 'You have said that you cannot review this time, and get no further mails about it.',
      changeMind: 'I can review after all',
      blind: 'You do not see who wrote the abstracts. Please do not try to find out.',
      leave: 'You cannot review this time?',
      leaveNote: 'Your open reviews then go to somebody else. What you have submitted stays.',
      stranger: 'This is not me',
      strangerIntro:
        'If this mail was not meant for you: one press ends the link, and the chair learns of it. Nothing else happens.',
      strangerHeading: 'This page is about {person}. Is that not you?',
      strangerAct: 'End this link',
      strangerDone:
        'The link has ended, and the chair knows. Thank you, and please delete the mail. Questions are answered by',
      states: {
        open: 'Open',
        draft: 'Draft saved',
        again: 'Revised: please look again',
        submitted: 'Submitted',
        conflict: 'Conflict of interest',
        field: 'Not my field',
        withdrawn: 'Withdrawn by the authors',
        decided: 'Decided already',
      },
      labels: {
        reference: 'Reference',
        authors: 'Authors',
        session: 'Session',
        interestArea: 'Interest area',
        keywords: 'Keywords',
        wish: 'Wished as',
      },
      untitled: 'Without a title',
      text: 'Text',
      textNote: 'A program took this text out of the file. Pictures and formulas may be missing.',
      masked: 'Words that may name the authors are replaced by {sign}.',
      file: 'File',
      open: 'Open the file',
      download: 'Download the file',
      here: 'Read the file here',
      kept: {
        named: 'The file itself is kept back, because it names its authors.',
        word: 'The file itself is kept back: a Word file names its authors in many places.',
        unread:
          'The file is kept back, because no program could take its authors out. The chair can send a PDF in its place.',
        missing: 'The file cannot be shown at the moment. The chair can see why.',
      },
      review: 'Your review',
      score: '1 is the worst, and {best} the best.',
      committee: 'Comment to the committee',
      committeeNote: 'Only the programme committee reads it. At most {most} characters.',
      author: 'Comment to the author',
      authorNote:
        'The author gets it with the decision, without your name. Please write nothing that shows who you are. At most {most} characters.',
      save: 'Save draft',
      saveAgain: 'Save the changes',
      submit: 'Submit review',
      submittedNote:
        'Your review is submitted. You can change it until {until}; changes count at once.',
      againNote:
        'The authors have revised it since your review. Please look at the new file, change your review or leave it as it is, and submit it again.',
      notNow: 'You cannot judge this abstract?',
      conflict: 'I have a conflict of interest',
      field: 'Not my field',
      declineNote:
        'One press is enough, and you need not give a reason. Somebody else gets the abstract.',
      declined: 'You have given this abstract back.',
      takeBack: 'I can review it after all',
      previous: 'Previous',
      next: 'Next',
      nextOpen: 'Next open abstract',
      all: 'All abstracts',
      done: {
        saved: 'Your draft is saved. It is not submitted yet.',
        submitted: 'Your review is submitted. Thank you!',
        declined: 'Thank you for saying so. Somebody else gets the abstract.',
        back: 'The abstract is yours again.',
        written: 'Your note is there for the other reviewers.',
        topics: 'Your answers are saved.',
      },
      refused: 'Please check the fields below. Nothing was saved yet.',
      mistakes: {
        missing: 'Please choose a score.',
        score: 'Please enter a whole number from 1 to {best}.',
        tooLong: 'Please write at most {most} characters.',
        unusable: 'This text has characters that cannot be stored. Please type it again.',
      },
      overtaken:
        'Meanwhile something else was saved, perhaps in another window. The fields have what you typed here; below each field that differs you read what is stored. Save again to keep what you typed here.',
      stored: 'Stored: {entry}',
      nothing: 'nothing',
      // The script that saves says these.
      auto: {
        saving: 'Saving…',
        saved: 'Everything is saved.',
        failed: 'Not saved: please check your connection, and press the button.',
        refused: 'Not saved: please press the button to see why.',
      },
      // Topics and bids (`abstracts.review.topics` and `bids`).
      wishes: {
        heading: 'Your topics and wishes',
        link: 'Tell the chair which topics you know, and which abstracts you would like to review.',
        open: 'Topics and wishes',
        intro:
          'The chair considers your answers when abstracts are assigned, but cannot promise anything. Authors never see them.',
        topics: 'Topics that you know well',
        bids: 'Abstracts',
        bidsNote:
          'Answer only where you have a wish: gladly, rather not, or a conflict of interest, which always counts. You can stop at any time and go on later.',
        noBid: 'No wish',
        want: 'Gladly',
        avoid: 'Rather not',
        conflict: 'Conflict',
        answered: '{done} of {wanted} with a wish',
        saveGroup: 'Save and go on',
        save: 'Save my answers',
      },
      discussion: {
        heading: 'Discussion',
        intro:
          'The other reviewers of this abstract read your notes, your scores and your comment to the author, and you read theirs. Authors never read the notes. Your comment to the committee stays with the committee.',
        names: 'Your name stands beside your notes.',
        numbers:
          'You all have numbers in place of names. Please write nothing that shows who you are.',
        chair: 'The chair',
        reviewer: 'Reviewer {number}',
        you: '{who} (you)',
        later:
          'When you have submitted your review, you can read what the other reviewers say, and answer.',
        closed: 'The chair has closed the discussion.',
        none: 'Nobody has written a note yet.',
        others: 'The other reviews',
        mean: '{criterion}: {score} of {best}',
        note: 'Your note',
        noteNote: 'At most {most} characters.',
        send: 'Write to the other reviewers',
      },
    },
  },
};
