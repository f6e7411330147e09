/** The words of the forms of the exhibition. */
export const exhibition = {
  you: 'You',
  reachYou: 'How to reach you',
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  companyName: 'Company name',
  jobTitle: 'Job title',
  email: 'Email',
  countryField: 'Country',
  phone: 'Phone',
  mobile: 'Mobile',
  website: 'Website',
  submit: 'Submit',
};
