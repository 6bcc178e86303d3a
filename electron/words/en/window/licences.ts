/** What the program is made of. */
export default {
  title: 'Licences',
  show: 'Show…',
  hint: 'Of every part of the program, in full, with no network',
  own: 'Meterbook is free software under the MIT licence. It is made with these parts, and their authors ask that you can read this.',
  electron: 'Electron brings Chromium and Node.js with it: their licences are in the file LICENSES.chromium.html in the program’s folder.',
  search: 'Search parts and licences',
  count: '{n} part | {n} parts',
  inside: 'in {name}',
  missing:
    'The list is made when the program is built, and this window comes from its sources: run npm run build and open the program again.',
}
