export const en = {
  yourAbstract: {
    // The workbooks of reviewers, which they return by mail. No two headings of columns may be the same.
    reviewWorkbook: {
      columns: {
        reference: 'Reference',
        contribution: 'Contribution',
        session: 'Session',
        interestArea: 'Interest area',
        keywords: 'Keywords',
        authors: 'Authors',
        affiliations: 'Affiliations',
        language: 'Language of the author',
        file: 'File',
        committee: 'Comment for the committee',
        author: 'Comment for the author',
        conflict: 'Conflict',
        // Since when the reviewer has the abstract.
        assigned: 'Assigned',
        reviewer: 'Reviewer',
        version: 'Version',
      },
      // The word in the column of conflicts.
      yes: 'yes',
      // Stands before the day of a revised version.
      again: 'again',
      // The two headings of the sheet that explains the columns, and its sentences.
      column: 'Column',
      meaning: 'Meaning',
      score: 'A whole number from 1 (worst) to {best} (best).',
      committeeNote: 'Only the programme committee reads it.',
      authorNote:
        'The author gets it with the decision, without your name. Please write nothing in it that shows who you are.',
      conflictNote:
        'Choose “{yes}” if you should not judge this abstract, for example because you work with an author. You need not give a reason; somebody else gets the abstract.',
      files: {
        open: 'The file lies beside this workbook.',
        copied:
          'The file lies beside this workbook, named by reference: a copy without properties, notes and links. Where the file names its authors, you get its text as TXT, in which ▮▮▮ stands for words that may name them. If the cell is empty, you cannot have the file.',
        named:
          'The files are named by reference. Authors may still have written their names into the text or the properties of a file.',
      },
      assignedNote:
        'Since when you have the abstract. “{again}” means that its author has revised it: please look at the new file, and change your scores or leave them as they are.',
      own: 'Your own columns',
      ownNote:
        'You may add columns and sort the rows. The committee gets your columns as notes. Please keep the columns “{reference}”, “{reviewer}” and “{version}”.',
      return: 'Return',
      returnNote:
        'Save the workbook as XLSX and send it back by mail. You may send it several times: your latest entries count, and empty rows change nothing.',
    },
  },
};
