import type { CountedNoun } from '../../plural.ts'
import evidence from './evidence.ts'
import formData from './form-data.ts'
import formConsumption from './form-consumption.ts'
import forms from './forms.ts'
import workbook from './workbook.ts'
import terms from '../terms.ts'

/** What the program says and the window does not. */
export default {
  /** The data of reports. */
  formData,
  /** Reports on paper. */
  forms,
  formConsumption,
  workbook,
  evidence,
  /** The noun of a counted number, by the category of Intl.PluralRules. */
  stations: { one: terms.stationInText, other: 'stations' } as CountedNoun,
  /** The desktop's menu and dialogs. */
  menu: {
    file: terms.file,
    'open-book': 'Open a Book…',
    'open-recent': 'Open Recent',
    'close-book': 'Close the Book',
    export: terms.exportOfMenu,
    'sign-out': 'Sign Out',
    preferences: 'Preferences…',
    quit: 'Quit',
    edit: 'Edit',
    undo: terms.undo,
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
    view: terms.view,
    find: 'Find…',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Full Screen',
    help: 'Help',
    guide: terms.guide,
    keys: terms.keys,
    about: terms.aboutMeterbook,
    'show-log': terms.showTheLog,
    diagnostics: terms.saveDiagnostics,
    books: 'Meterbook books',
    'not-replaced': 'The new version could not be put in the place of this one, which is as it was.',
    notReplacedHint: 'The log says why: choose Help, Show the log. You can try again in Preferences, Updates.',
    stopped: 'The part of Meterbook that keeps the book has stopped.',
    kept: 'Everything committed so far is kept.',
    restart: 'Start It Again',
    pageGone: 'The window has failed three times within a minute, so it was not loaded again.',
    loadAgain: 'Load It Again',
    unresponsive: 'The window does not answer.',
    unresponsiveHint: 'It may be busy. What was written down so far is kept, whatever you choose.',
    wait: 'Wait',
    crashed: 'Meterbook ended because of an error of its own.',
    crashedHint: 'Its log says what happened: after the next start, choose Help, Save Diagnostics…',
  },
  /** What the operating system says when a download has ended. */
  notice: {
    done: 'Download finished',
    missing: 'Download finished, but something is missing',
    records: (count: string) => `${count} records fetched`,
    added: (count: string) => `New records: ${count}`,
    brought: {
      settings: (count: string) => `changed settings: ${count}`,
      corrected: (count: string) => `corrected records: ${count}`,
      findings: (count: string) => `new findings: ${count}`,
      devices: (count: string) => `exchanged devices: ${count}`,
    },
    failed: (count: string) => `${count} tasks failed; the Downloads screen says why`,
    backupsLate: 'No backup for a week',
    backupsLateWhy: 'The book changed and none could be made; Preferences say why',
  },
  /** Why the browser host does not answer a request. */
  refusal: {
    key: 'This page opens only with the address that Meterbook printed when it started, and that address works once. Start Meterbook again and open the address it prints.',
    used: 'This address has been used already, and it works once. If you have not opened it before, somebody else on this computer has seen it: end Meterbook, start it again and open the address it prints.',
    stranger: 'This request came from another site or name, and Meterbook answers only its own page.',
    missing: 'There is nothing at this address. A file can be downloaded once.',
    method: 'Only reading is possible here.',
    large: 'The request is too large.',
    unbuilt: 'The screens are not built yet. Run npm run build and load this page again.',
  },
}
