import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ExportDone } from '../../electron/contract/exports.ts'
import { FILE_FORMATS, FORMATS, type CsvSeparator, type FileFormat, type FileReader } from '../../electron/contract/files.ts'
import { UNIT_PREFERENCES, type UnitChoices } from '../../electron/contract/shown-units.ts'
import { isAbort, toFailure } from '../client.ts'
import { fileName } from './file-name.ts'
import { useNotices } from './notices.ts'
import { useProgram } from './program.ts'
import { sayFailure } from './works.ts'
import type { ExportChoices } from './export-choices.ts'

/** The ways in which a table can be exported: a format for the first reader that it is offered for, `-plain` for a second. */
export type ExportName = FileFormat | `${FileFormat}-plain`
/** A format by its name, or with everything that the dialog lets one choose. */
export type ExportFormat = ExportName | ExportChoices
interface ExportForm {
  name: ExportName
  format: FileFormat
  reader: FileReader
}
const FORMS: readonly ExportForm[] = FILE_FORMATS.flatMap((format) =>
  FORMATS[format].offeredFor.map((reader, at): ExportForm => ({
    name: at === 0 ? format : `${format}-plain`,
    format,
    reader,
  })),
)
const isPlain = ({ name, format }: ExportForm) => name !== format

/** In the order of the menus: every format, then the plain ones. */
export const EXPORT_FORMATS = [...FORMS.filter((form) => !isPlain(form)), ...FORMS.filter(isPlain)].map(({ name }) => name)

/** The format of the file, and whom it is for. */
export function formOf(name: ExportName): ExportForm {
  const form = FORMS.find((other) => other.name === name)
  if (!form) throw new RangeError(`no export format ${name}`)
  return form
}

/** Keeps the choices that belong to the chosen format, and no others. */
function spelled(choices: ExportForm | ExportChoices): Partial<Pick<ExportChoices, 'encoding' | 'sheets'>> & {
  separator?: CsvSeparator
} {
  if (!('encoding' in choices)) return {}
  const { format, encoding, separator, sheets } = choices
  if (format === 'xlsx') return { sheets }
  if (format !== 'csv') return {}
  return { encoding, ...(separator === 'usual' ? {} : { separator }) }
}

/** The units of the preferences alone. */
const chosenUnits = (preferences: UnitChoices): UnitChoices =>
  Object.fromEntries(UNIT_PREFERENCES.map((name) => [name, preferences[name]])) as UnitChoices

/** Programs get values verbatim: JSON and the plain files are never converted. */
export const isConvertible = (name: ExportName): boolean => formOf(name).reader === 'people'

/** Exports: a file dialog on the desktop, a download in the browser, and a notice when the file is written. */
export const useExports = defineStore('exports', () => {
  const running = ref(0)
  const busy = computed(() => running.value > 0)
  /** What the fonts of a PDF lack and was said: asked again it is saved with codes. Questions that are under way hold the list itself. */
  const lettersSaid: string[] = []
  const notices = useNotices()
  const program = useProgram()

  /**
   * How every export of the window is made: in its language and zone.
   * @param timeZone of the station's page; the book's when absent
   * @param inShownUnits measured values are converted, in files for people; else they are as the service sent them
   */
  function how(form: ExportFormat, timeZone = program.timeZone, inShownUnits = false) {
    const choices = typeof form === 'string' ? formOf(form) : form
    const { format, reader } = choices
    const converts = reader === 'people' && (inShownUnits || ('units' in choices && choices.units))
    const units = converts ? { units: chosenUnits(program.preferences) } : {}
    return {
      format,
      reader,
      timeZone,
      language: program.language,
      ...units,
      ...spelled(choices),
      ...(format === 'pdf' ? { lettersSaid } : {}),
    }
  }

  /** Runs one export; true when a file was written, false when the user cancelled or it failed (shown in a notice). */
  async function run(make: () => Promise<ExportDone>): Promise<boolean> {
    running.value++
    try {
      const done = await make()
      if (!done) return false
      if (done.href !== null) fetchByBrowser(done.href, done.file)
      notices.add({
        kind: 'exported',
        file: done.file,
        rows: done.rows,
        bytes: done.bytes,
        local: done.href === null,
        replaced: done.replaced,
      })
      return true
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'LETTERS_LACKING') sayLacking(String(failure.data['characters']), make)
      else if (!isAbort(error)) sayFailure(failure)
      return false
    } finally {
      running.value--
    }
  }

  function sayLacking(characters: string, make: () => Promise<ExportDone>): void {
    lettersSaid.push(...characters.split(' '))
    const leads = { key: 'export.saveCoded', run: () => void run(make) }
    notices.add({ kind: 'done', key: 'failure.LETTERS_LACKING', warns: true, named: { characters }, leads })
  }

  /** There is a unit chosen that files could be converted into. */
  const convertible = computed(() => Object.values(chosenUnits(program.preferences)).some((unit) => unit !== 'asSent'))

  return { busy, convertible, how, run }
})

/** Saves a file that the browser host made, under its name. */
export function fetchByBrowser(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName(name)
  link.click()
}
