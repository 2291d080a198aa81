export const contactAddress = 'lims@brain.example'

export const promises = [
  {
    title: 'Receive by scan',
    text: 'A tube is logged in before it is back on ice. Who, when and in what state is kept for good.',
  },
  {
    title: 'Know every cell',
    text: 'Freezer, rack, box, position: one truth, guarded so that two tubes can never share a place.',
  },
  {
    title: 'Labels that scan',
    text: 'QR labels printed at your bench, with a record of what really came out.',
  },
]

export const steps = [
  {
    title: 'Register',
    text: 'Name a study, its patients and their kit. Hundreds of tubes are ready in a second.',
  },
  {
    title: 'Label',
    text: 'Each tube gets a short code that a person reads, and a QR code that any scanner reads.',
  },
  { title: 'Receive', text: 'Scan as fast as the hand moves. Each beep is a record with a name and a time.' },
  {
    title: 'Follow',
    text: 'Processing, quality control, storage, sequencing: one line shows the life of a sample.',
  },
]

export const team = [
  { title: 'Bench', text: 'Receives, aliquots and stores. Decides how a screen must work with gloves on.' },
  { title: 'Sequencing', text: 'Turns tubes into data, and asks for each file which tube it came from.' },
  { title: 'Studies', text: 'Plans visits, kits and sites together with the clinics.' },
  { title: 'Software', text: 'Writes, tests and runs LIMS, and answers when something is in the way.' },
]
