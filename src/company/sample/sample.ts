/** The content of the sample company. */

export const companyName = 'Nordlicht Studio'

export const people = [
  {
    name: 'Ada Brandt',
    role: 'Admin',
    userType: 'Internal',
    permissions: ['createWorkspaces', 'manageAccounts'],
  },
  { name: 'Ben Okafor', role: 'Contributor', userType: 'Internal', permissions: [] },
  { name: 'Chiara Rossi', role: 'Contributor', userType: 'Internal', permissions: ['createWorkspaces'] },
  { name: 'David Lindqvist', role: 'Contributor', userType: 'Internal', permissions: [] },
  { name: 'Elif Yılmaz', role: 'Contributor', userType: 'Internal', permissions: [] },
  { name: 'Farah Haddad', role: 'Reader', userType: 'Internal', permissions: [] },
  { name: 'Grace Mwangi', role: 'Contributor', userType: 'Internal', permissions: [] },
  { name: 'Hiro Tanaka', role: 'Reader', userType: 'External', permissions: [] },
] as const

/** Groups or accounts, each with its workspaces. */
export const places = [
  {
    name: 'Customers',
    workspaces: ['Harbour Museum: new website', 'Café Luz: opening', 'Rye & Co: packaging'],
  },
  { name: 'Studio', workspaces: ['Our own website', 'Hiring'] },
] as const

export const tags = ['design', 'text', 'urgent', 'waiting', 'legal', 'photo', 'print', 'budget'] as const

/** Each with its subtasks. */
export const tasks = [
  { title: 'Agree on the goals', subtasks: ['Invite everybody', 'Write the minutes'] },
  { title: 'Collect what there is', subtasks: ['Old texts', 'Old photos', 'Rights to both'] },
  { title: 'First draft', subtasks: ['Structure', 'Colours and type'] },
  { title: 'Show the draft to the customer', subtasks: [] },
  { title: 'Write the texts', subtasks: ['Home page', 'About us', 'Imprint'] },
  { title: 'Order the photos', subtasks: [] },
  { title: 'Second draft', subtasks: [] },
  { title: 'Check every link', subtasks: [] },
  { title: 'Send the invoice', subtasks: [] },
  { title: 'Celebrate', subtasks: [] },
] as const

export const folders = ['Offers', 'Drafts', 'Photos'] as const

export const notes = [
  'With the customer',
  'Second attempt',
  'On the train',
  'Research',
  'Corrections',
  '',
] as const

const pdfText = (title: string): string => {
  const drawing = `BT /F1 28 Tf 60 720 Td (${title.replaceAll(/[^\x20-\x7e]|[()\\]/g, ' ')}) Tj ET 0.2 0.4 0.9 rg 60 640 470 8 re f`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  return `%PDF-1.4\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF`
}

/** The files of a workspace: where each belongs, and its content. */
export const files = [
  { name: 'Offer.pdf', folder: 'Offers', content: pdfText, status: 'Approved', tags: ['budget'] },
  {
    name: 'Budget.csv',
    folder: 'Offers',
    content: () => 'item,days,rate\ndesign,12,640\ntext,5,560\nphotos,2,900\n',
    status: 'Pending Approval',
    tags: ['budget', 'waiting'],
  },
  {
    name: 'Texts.md',
    folder: 'Drafts',
    content: (title: string) => `# ${title}\n\nWelcome. We are glad that you are here.\n`,
    status: 'Draft',
    tags: ['text'],
  },
  {
    name: 'Contract.pdf',
    folder: undefined,
    content: (title: string) => pdfText(`Contract: ${title}`),
    status: 'Final [READONLY]',
    tags: ['legal'],
  },
] as const
