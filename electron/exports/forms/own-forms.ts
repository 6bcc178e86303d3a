import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isMap, parseDocument } from 'yaml'
import { MeterbookError, systemCode } from '../../contract/errors.ts'
import { FORMS, type FormCode } from '../../contract/form-words.ts'
import type { FormInfo } from '../../contract/forms.ts'
import { readRegular } from '../../files/regular-file.ts'
import { inEach, type Language } from '../../words/index.ts'
import { namePart } from '../name-part.ts'
import { BUILT_IN } from './built-in/index.ts'
import { formColumns } from './column-names.ts'
import type { Form } from './form.ts'
import { readForm, unreadable, type ReadForm } from './read-form.ts'

/** The forms that there are: those of the program, and the user's own in a folder beside the books. */

const ENDING = '.yaml'

const isBuiltIn = (code: string): code is FormCode => FORMS.some((one) => one === code)

/** Where a user's forms lie. */
export const formsFolder = (dataFolder: string): string => path.join(dataFolder, 'forms')

/** What a form of the program is called; null for any other. */
export function builtInTitle(code: string): FormInfo['title'] | null {
  const { form } = isBuiltIn(code) ? readForm(code, BUILT_IN[code]) : {}
  return form ? { ...form.title } : null
}

/** All forms, the program's first, then the user's own by name; broken ones with what is wrong. */
export async function listForms(folder: string): Promise<FormInfo[]> {
  const builtIn = FORMS.map((code) => infoOf(code, readForm(code, BUILT_IN[code]), null))
  // A file that went meanwhile is none.
  const own = await Promise.all((await namesIn(folder)).map(async (name) => ownInfo(folder, name).catch(() => null)))
  return [...builtIn, ...own.filter((info) => info !== null)]
}

/**
 * A form by its code or its name, ready to be filled.
 * @throws MeterbookError NO_SUCH_FORM; FORM_BROKEN with the line and the sentence in the language asked for.
 */
export async function loadForm(folder: string, code: string, language: Language): Promise<Form> {
  const { form, problem } = isBuiltIn(code) ? readForm(code, BUILT_IN[code]) : await readOwn(folder, code)
  if (form) return form
  throw new MeterbookError('FORM_BROKEN', { form: code, line: problem.line, reason: problem.reason[language] })
}

/**
 * Copies a form, the program's or one's own, into the folder, where it can be changed. The name is the title that the
 * copy has in lists and on paper, in every language; of the file it is what a file can be called.
 * @throws MeterbookError NO_SUCH_FORM; BAD_INPUT for a name that is one of the program's or taken; FILE_NOT_WRITABLE.
 */
export async function copyForm(folder: string, code: string, name: string): Promise<FormInfo> {
  const text = isBuiltIn(code)
    ? BUILT_IN[code]
    : await ownText(folder, code).catch((error: unknown) => {
        throw new MeterbookError('NO_SUCH_FORM', { form: code }, { cause: error })
      })
  const clean = namePart(name)
  if (clean === '' || isBuiltIn(clean)) throw new MeterbookError('BAD_INPUT', { field: 'name' })
  const file = path.join(folder, clean + ENDING)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, entitled(text, name.trim()), { flag: 'wx' })
  } catch (error) {
    throw new MeterbookError('FILE_NOT_WRITABLE', { file, reason: systemCode(error) }, { cause: error })
  }
  return ownInfo(folder, clean)
}

/** A form's text with another title; its comments and its other lines stay. A broken one stays as it is, to be mended. */
function entitled(text: string, title: string): string {
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return text
  document.set('title', title)
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

async function ownInfo(folder: string, name: string): Promise<FormInfo> {
  return infoOf(name, await readOwn(folder, name), path.join(folder, name + ENDING))
}

function infoOf(code: string, { form, problem }: ReadForm, file: string | null): FormInfo {
  const own = file !== null
  if (form) return { code, title: { ...form.title }, data: form.data, columns: formColumns(form), own, file, broken: null }
  return {
    code,
    title: inEach(() => code),
    data: 'consumption',
    columns: [],
    own,
    file,
    broken: { line: problem.line, reason: { ...problem.reason } },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return files
    .flatMap((file) => (file.isFile() && file.name.endsWith(ENDING) ? [file.name.slice(0, -ENDING.length)] : []))
    .filter((name) => !isBuiltIn(name) && !isHidden(name) && isInFolder(name))
    .sort((a, b) => a.localeCompare(b))
}

/** Nobody's form: macOS keeps what it knows of `mine.yaml` in `._mine.yaml` on other file systems. */
const isHidden = (name: string): boolean => name === '' || name.startsWith('.')

/** A name comes from the window: it must not lead out of the folder. */
const isInFolder = (name: string): boolean => !/[\\/:\0]/.test(name)

/** What stands in an own form's file, or why that cannot be told. Throws NO_SUCH_FORM. */
async function readOwn(folder: string, name: string): Promise<ReadForm> {
  try {
    return readForm(name, await ownText(folder, name))
  } catch (error) {
    if (error instanceof MeterbookError && error.code === 'FILE_NOT_READABLE')
      return { form: null, problem: unreadable(String(error.data['reason'])) }
    throw error
  }
}

/** A form is a page of text. */
const MOST_FORM_BYTES = 1024 * 1024
const NO_SUCH_FILE = new Set(['ENOENT', 'ENAMETOOLONG'])

async function ownText(folder: string, name: string): Promise<string> {
  if (!isInFolder(name)) throw new MeterbookError('NO_SUCH_FORM', { form: name })
  try {
    return (await readRegular(path.join(folder, name + ENDING), { most: MOST_FORM_BYTES })).toString('utf8')
  } catch (error) {
    if (!(error instanceof MeterbookError && NO_SUCH_FILE.has(String(error.data['reason'])))) throw error
    throw new MeterbookError('NO_SUCH_FORM', { form: name }, { cause: error })
  }
}
