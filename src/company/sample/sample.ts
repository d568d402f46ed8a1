/** The content of the sample company. */

import { bakery, cafe, hiring, museum, website } from './workspaces.ts'

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
  { name: 'Customers', workspaces: [museum, cafe, bakery] },
  { name: 'Studio', workspaces: [website, hiring] },
] as const

export const tags = ['design', 'text', 'urgent', 'waiting', 'legal', 'photo', 'print', 'budget'] as const

export const folders = ['Offers', 'Drafts', 'Photos'] as const

export const notes = [
  'With the customer',
  'Second attempt',
  'On the train',
  'Research',
  'Corrections',
  '',
] as const

/** A text in a PDF. Letters with accents are escaped, so that the file is plain ASCII. */
const inPdf = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]|[()\\]/g, (each) => {
    const code = each.charCodeAt(0)
    return code > 0xa0 && code <= 0xff ? `\\${code.toString(8)}` : ' '
  })

const pdfText = (title: string): string => {
  const drawing = `BT /F1 28 Tf 60 720 Td (${inPdf(title)}) Tj ET 0.2 0.4 0.9 rg 60 640 470 8 re f`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  return `%PDF-1.4\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF`
}

/** The files of a workspace in the order of its names: where each belongs, and its content. */
export const files = [
  { folder: 'Offers', content: pdfText, status: 'Approved', tags: ['budget'] },
  {
    folder: 'Offers',
    content: () => 'item,days,rate\ndesign,12,640\ntext,5,560\nphotos,2,900\n',
    status: 'Pending Approval',
    tags: ['budget', 'waiting'],
  },
  {
    folder: 'Drafts',
    content: (title: string) => `# ${title}\n\nWelcome. We are glad that you are here.\n`,
    status: 'Draft',
    tags: ['text'],
  },
  {
    folder: undefined,
    content: (title: string) => pdfText(title),
    status: 'Final [READONLY]',
    tags: ['legal'],
  },
] as const
