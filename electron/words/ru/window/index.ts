import allEvents from './all-events.ts'
import backups from './backups.ts'
import calendar from './calendar.ts'
import balance from './balance.ts'
import carpet from './carpet.ts'
import changes from './changes.ts'
import charts from './charts.ts'
import clock from './clock.ts'
import commandLine from './command-line.ts'
import common from './common.ts'
import compare from './compare.ts'
import consumption from './consumption.ts'
import devices from './devices.ts'
import digest from './digest.ts'
import downloads from './downloads.ts'
import events from './events.ts'
import evidence from './evidence.ts'
import exports from './export.ts'
import facets from './facets.ts'
import { IMPORT_FAULT_WORDS, IMPORT_GUESS_WORDS, IMPORT_SKIP_WORDS } from '../import-faults.ts'
import { QUESTION_FAULT_WORDS } from '../question-faults.ts'
import failure from './failure.ts'
import findings from './findings.ts'
import fleet from './fleet.ts'
import guide from './guide.ts'
import grid from './grid.ts'
import health from './health.ts'
import imports from './imports.ts'
import keys from './keys.ts'
import lake from './lake.ts'
import licences from './licences.ts'
import limits from './limits.ts'
import lists from './lists.ts'
import meanings from './meanings.ts'
import meter from './meter.ts'
import missing from './missing.ts'
import notes from './notes.ts'
import overlay from './overlay.ts'
import palette from './palette.ts'
import panes from './panes.ts'
import picker from './picker.ts'
import questions from './questions.ts'
import preferences from './preferences.ts'
import programLog from './program-log.ts'
import reference from './reference.ts'
import recovery from './recovery.ts'
import reports from './reports.ts'
import rules from './rules.ts'
import settings from './settings.ts'
import schedule from './schedule.ts'
import sharing from './sharing.ts'
import shell from './shell.ts'
import signIn from './sign-in.ts'
import span from './span.ts'
import station from './station.ts'
import trip from './trip.ts'
import trips from './trips.ts'
import typed from './typed.ts'
import units from './units.ts'
import { UPDATE_FAULT_WORDS, UPDATE_SILENCE_WORDS } from '../update-faults.ts'
import updates from './updates.ts'
import valve from './valve.ts'
import views from './views.ts'
import workbench from './workbench.ts'
import works from './works.ts'

/** The window's messages, a file a domain: plain strings that vue-i18n reads. */
export default {
  'all-events': allEvents,
  calendar,
  balance,
  carpet,
  changes,
  charts,
  clock,
  'command-line': commandLine,
  common,
  compare,
  consumption,
  devices,
  digest,
  downloads,
  events,
  evidence,
  export: exports,
  facets,
  failure,
  imports,
  importFault: IMPORT_FAULT_WORDS,
  importGuess: IMPORT_GUESS_WORDS,
  importSkip: IMPORT_SKIP_WORDS,
  questionFault: QUESTION_FAULT_WORDS,
  findings,
  fleet,
  grid,
  guide,
  health,
  keys,
  backups,
  recovery,
  lake,
  licences,
  limits,
  lists,
  meanings,
  meter,
  missing,
  notes,
  overlay,
  palette,
  panes,
  picker,
  preferences,
  questions,
  'program-log': programLog,
  reference,
  reports,
  rules,
  schedule,
  settings,
  sharing,
  shell,
  'sign-in': signIn,
  span,
  station,
  trip,
  trips,
  typed,
  units,
  updateFault: UPDATE_FAULT_WORDS,
  updateSilence: UPDATE_SILENCE_WORDS,
  updates,
  valve,
  views,
  workbench,
  works,
}
