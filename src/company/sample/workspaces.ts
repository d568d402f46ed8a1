/** A workspace of the sample company. Each has 10 tasks with 10 subtasks in all, and 4 files. */
export interface SampleWorkspace {
  name: string
  description: string
  /** How many days its dates lie after those of the others. */
  shift: number
  milestones: readonly [current: string, next: string]
  /** It takes three quarters of an hour. The hour is in UTC. */
  event: readonly [title: string, hour: string]
  /** The columns of its board; without them it has one for each status. */
  stages?: readonly (readonly [name: string, status: string, limit?: number])[]
  tasks: readonly SampleTask[]
  files: readonly [string, string, string, string]
}

interface SampleTask {
  title: string
  subtasks?: readonly string[]
  steps?: readonly string[]
  description?: string
}

export const museum: SampleWorkspace = {
  name: 'Harbour Museum: new website',
  description: 'The new website of the Harbour Museum, in Norwegian and English, before the winter season.',
  shift: 0,
  milestones: ['Content ready', 'Launch'],
  event: ['Weekly call with the museum', '09'],
  stages: [
    ['To do', 'Open'],
    ['In progress', 'In Progress', 4],
    ['Review', 'In Progress'],
    ['Done', 'Completed'],
  ],
  tasks: [
    { title: 'Workshop with the front desk', subtasks: ['Invite everybody', 'Write the minutes'] },
    { title: 'Collect the old texts and photos', subtasks: ['Texts', 'Photos', 'Rights to both'] },
    { title: 'Page structure', subtasks: ['Visit', 'Collection'] },
    {
      title: 'Ticket page: opening hours and prices',
      description:
        'Winter hours start on **1 December**. Prices are the same, but the family ticket now covers two adults and up to four children.\n\nSay it once, at the top, in one line.',
      steps: ['Get the winter hours', 'One line for each ticket, no footnotes', 'Check with a screen reader'],
    },
    {
      title: 'Home page: the harbour in four seasons',
      subtasks: ['Autumn pictures', 'Winter pictures', 'Captions'],
    },
    { title: 'Write alt texts for the first 120 collection images' },
    { title: 'Clear image rights for the harbour photos' },
    { title: 'Accessibility statement' },
    { title: 'Redirects from the old addresses' },
    { title: 'Load test with the numbers of the school holidays' },
  ],
  files: ['Offer new website.pdf', 'Budget.csv', 'Page texts.md', 'Contract.pdf'],
}

export const cafe: SampleWorkspace = {
  name: 'Café Luz: opening',
  description: 'Everything that has to be there when the doors open: sign, menu, invitations, first week.',
  shift: 2,
  milestones: ['Doors open', 'First month'],
  event: ['Walk through the café', '14'],
  tasks: [
    { title: 'Choose the name and the colours', subtasks: ['Three proposals', 'Ask the neighbours'] },
    { title: 'Logo and lettering', subtasks: ['Sketches', 'Final artwork'] },
    { title: 'Photograph the counter', subtasks: ['Morning light'] },
    {
      title: 'Send the sign maker the final artwork',
      description: 'The fascia is **3,200 × 420 mm**. The sign maker needs outlines, no fonts.',
      steps: ['Outline the lettering', 'Check the colours', 'Send'],
    },
    { title: 'Menu boards for the bar', subtasks: ['Coffee', 'Cakes', 'Prices'] },
    { title: 'Opening poster A3' },
    { title: 'Window lights and timer plugs' },
    { title: 'Invite the neighbours', subtasks: ['Flyer', 'Guest list'] },
    { title: 'Train the first three baristas on the new machine' },
    { title: 'Plan the first week' },
  ],
  files: ['Offer opening.pdf', 'Costs of the opening.csv', 'Menu.md', 'Lease.pdf'],
}

export const bakery: SampleWorkspace = {
  name: 'Rye & Co: packaging',
  description: 'Bags and labels for eleven breads, from the dieline to the first print run.',
  shift: -1,
  milestones: ['Files to the printer', 'In the shops'],
  event: ['Press check at the printer', '11'],
  stages: [
    ['Brief', 'Open'],
    ['Design', 'In Progress', 3],
    ['Waiting for the bakery', 'On Hold'],
    ['Approved', 'Completed'],
  ],
  tasks: [
    { title: 'Measure the bags', subtasks: ['Small', 'Large'] },
    { title: 'Dieline for the bag', subtasks: ['Fold test on paper'] },
    { title: 'Pattern of grains', subtasks: ['Rye', 'Wheat', 'Barley'] },
    {
      title: 'Dark sourdough: front label',
      description:
        'Keep the drawing of the ear clear of the fold. The weight stands at the lower right, 5 mm high.',
      steps: ['Text from the bakery', 'Barcode at 80 %', 'Check the fold on paper'],
    },
    { title: 'Malt and fig: back label', subtasks: ['Allergens in bold', 'Four languages'] },
    { title: 'Brief the photographer for the bakery day' },
    { title: 'Stamps and seals', subtasks: ['Organic seal'] },
    { title: 'Colour proof on uncoated paper' },
    { title: 'Offer of the second printer', subtasks: ['Ask for samples'] },
    { title: 'Shelf test in the shop' },
  ],
  files: ['Offer packaging.pdf', 'Print runs.csv', 'Label texts.md', 'Print contract.pdf'],
}

export const website: SampleWorkspace = {
  name: 'Our own website',
  description: 'New case studies and a faster start page, whenever the customers leave us an hour.',
  shift: 4,
  milestones: ['Case studies online', 'New start page'],
  event: ['An hour for our own website', '13'],
  tasks: [
    { title: 'Decide what the site is for', subtasks: ['One sentence'] },
    { title: 'Read last year’s figures', subtasks: ['Visits', 'Enquiries'] },
    { title: 'Choose six projects', subtasks: ['Ask the customers'] },
    {
      title: 'Case study: Café Luz',
      description: 'From the empty room to the opening. At most 400 words and eight pictures.',
      steps: ['Interview', 'Draft', 'Pictures'],
    },
    { title: 'Case study: Harbour Museum', subtasks: ['Draft', 'Quote of the director', 'Pictures'] },
    { title: 'Tidy the shared type library' },
    { title: 'New portraits of the team', subtasks: ['Find a date'] },
    { title: 'Cut the start page to one second', subtasks: ['Pictures', 'Fonts'] },
    { title: 'Imprint and privacy text' },
    { title: 'Newsletter in spring' },
  ],
  files: ['Sketch start page.pdf', 'Hours by project.csv', 'Case studies.md', 'Domain contract.pdf'],
}

export const hiring: SampleWorkspace = {
  name: 'Hiring',
  description: 'A designer for packaging from March, and an intern for the summer.',
  shift: 1,
  milestones: ['Offer accepted', 'First day'],
  event: ['Second interview', '10'],
  stages: [
    ['Applied', 'Open'],
    ['Interview', 'In Progress', 3],
    ['Decided', 'Completed'],
  ],
  tasks: [
    { title: 'Write the job description', subtasks: ['Tasks', 'Salary range'] },
    { title: 'Publish it', subtasks: ['Our site', 'Design school'] },
    { title: 'Agree on the questions', subtasks: ['First interview'] },
    {
      title: 'Answer the first applications',
      description: 'Everybody gets an answer within a week, also those we turn down.',
      steps: ['Sort', 'Invite', 'Decline'],
    },
    { title: 'Read the second portfolio', subtasks: ['Packaging', 'Type'] },
    { title: 'Questions for the second interview' },
    { title: 'Trial day', subtasks: ['Find a date', 'A real task'] },
    { title: 'Draft of the contract' },
    { title: 'Desk, computer, keys', subtasks: ['Order the computer'] },
    { title: 'Plan the first week' },
  ],
  files: ['Job description.pdf', 'Applicants.csv', 'Questions.md', 'Contract template.pdf'],
}
