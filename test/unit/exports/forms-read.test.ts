import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FORMS } from '../../../electron/contract/form-words.ts'
import { BUILT_IN } from '../../../electron/exports/forms/built-in/index.ts'
import { copyForm, listForms, loadForm } from '../../../electron/exports/forms/own-forms.ts'
import { readForm } from '../../../electron/exports/forms/read-form.ts'
import { COLUMNS, HEADS, SIGNATURES } from '../../../electron/exports/forms/vocabulary.ts'

const SMALL = 'title: A\ndata: events\ncolumns: [time]\n'
const problem = (text: string) => readForm('x', text).problem

describe('built-in forms', () => {
  test.each(FORMS)('%s is whole, in both languages, with the columns of its data', (code) => {
    const { form, problem: wrong } = readForm(code, BUILT_IN[code])
    expect(wrong).toBeNull()
    expect(form?.title.ru).toMatch(/[а-я]/)
    expect(form?.title.en).toMatch(/^[A-Z][a-z ,]+$/)
    // On paper the sections of a passport stand over their rows, and not in each of them.
    const all: readonly string[] = COLUMNS[form?.data ?? 'events']
    expect(form?.columns.map(({ key }) => key)).toEqual(all.filter((key) => key !== 'section'))
  })
})

test('a form says what it leaves to us', () => {
  const { form } = readForm('x', SMALL)
  expect(form).toMatchObject({
    code: 'x',
    title: { en: 'A', ru: 'A' },
    step: 'day',
    page: { orientation: 'landscape', fontSize: 7.5 },
    heads: HEADS,
    pictures: [],
    totals: true,
    signatures: [],
    texts: { above: null, below: null },
  })
})

test('a column with its own title, weight and decimals', () => {
  const text =
    'title: {en: A, ru: Б}\ndata: consumption\ncolumns:\n  - key: standard\n    title: {en: Gas, ru: Газ}\n    weight: 2\n    decimals: 4\n'
  expect(readForm('x', text).form?.columns).toEqual([{ key: 'standard', title: { en: 'Gas', ru: 'Газ' }, weight: 2, decimals: 4 }])
})

describe('a broken form is told with the line', () => {
  const cases: [what: string, text: string, line: number, en: RegExp, ru: RegExp][] = [
    ['no YAML', 'title: "A\ndata: events\n', 3, /not YAML/, /YAML/],
    ['a text in place of a map', 'nothing', 1, /must be a list of names/, /список имён/],
    ['an unknown key', `${SMALL}colour: red\n`, 4, /no “colour” here.*title, data/, /не бывает «colour»/],
    ['an unknown key of a column', 'title: A\ndata: events\ncolumns:\n  - key: time\n    width: 3\n', 5, /no “width”/, /«width»/],
    ['unknown data', 'title: A\n# what it is of\ndata: weather\n', 3, /“weather” is not known.*consumption/, /«weather» неизвестно/],
    [
      'a column of other data',
      'title: A\ndata: events\ncolumns:\n  - time\n  - pressure_mean\n',
      5,
      /no column “pressure_mean”.*message/,
      /нет столбца «pressure_mean»/,
    ],
    ['a column twice', 'title: A\ndata: events\ncolumns:\n  - time\n  - code\n  - time\n', 6, /second time/, /второй раз/],
    ['a key twice', `${SMALL}data: events\n`, 4, /“data” stands here for the second time/, /«data» встречается/],
    ['no title', 'data: events\n', 1, /“title” is missing/, /не хватает «title»/],
    ['a title without Russian', 'title:\n  en: A\ndata: events\n', 2, /“ru” is missing/, /не хватает «ru»/],
    ['a number as title', 'title: 5\ndata: events\n', 1, /must be a text/, /текстом/],
    ['a text as a number', 'title: A\ndata: events\npage:\n  font: big\n', 4, /“font” must be a number from 5 to 14/, /числом от 5 до 14/],
    ['a number out of bounds', 'title: A\ndata: events\npage:\n  font: 80\n', 4, /from 5 to 14/, /от 5 до 14/],
    ['a text in place of a list', 'title: A\ndata: events\ncolumns: time\n', 3, /must be a list/, /должно быть списком/],
    ['no columns', 'title: A\ndata: events\ncolumns: []\n', 3, /at least one column/, /хотя бы один столбец/],
    ['a word in place of true', `${SMALL}totals: maybe\n`, 4, /true or false/, /true или false/],
    ['an unknown head', `${SMALL}heads:\n  - period\n  - weather\n`, 6, /“weather” is not known.*completeness/, /неизвестно/],
    ['a picture of other data', `${SMALL}pictures: [carpet]\n`, 4, /“carpet” is not known. Possible: chart/, /Возможны: chart/],
    ['an unknown signature', `${SMALL}signatures: [boss]\n`, 4, new RegExp(SIGNATURES.join(', ')), /неизвестно/],
  ]
  test.each(cases)('%s', (_, text, line, en, ru) => {
    const found = problem(text)
    expect(found?.line).toBe(line)
    expect(found?.reason.en).toMatch(en)
    expect(found?.reason.en).toContain(`Line ${line}:`)
    expect(found?.reason.ru).toMatch(ru)
    expect(found?.reason.ru).toContain(`Строка ${line}:`)
  })
})

describe('a user’s own forms', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'forms-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('a copy has the name that was typed, the program’s text besides, is listed, and is filled as it was changed', async () => {
    const inside = path.join(folder, 'forms')
    const copied = await copyForm(inside, 'events', 'Журнал')
    expect(copied).toMatchObject({ code: 'Журнал', own: true, file: path.join(inside, 'Журнал.yaml'), broken: null })
    const file = copied.file ?? ''
    expect(copied.title).toEqual({ en: 'Журнал', ru: 'Журнал' })
    const text = readFileSync(file, 'utf8')
    expect(text).toBe(BUILT_IN.events.replace(/title:\n {2}en: .+\n {2}ru: .+\n/, 'title: Журнал\n'))
    writeFileSync(file, text.replace('title: Журнал', 'title: My events'))
    expect((await listForms(inside)).map(({ code }) => code)).toEqual([...FORMS, 'Журнал'])
    expect((await loadForm(inside, 'Журнал', 'en')).title.en).toBe('My events')
  })

  test('a name that a file cannot have is the title of its copy all the same; every form of the program can be copied', async () => {
    const typed = 'Сутки: «котельные» / 2-й район #7'
    for (const code of FORMS) {
      const { code: made, title } = await copyForm(folder, code, `${typed} ${code}`)
      expect(title).toEqual({ en: `${typed} ${code}`, ru: `${typed} ${code}` })
      const original = await loadForm(folder, code, 'en')
      const copy = await loadForm(folder, made, 'en')
      expect({ ...copy, code, title: original.title }).toEqual(original)
    }
  })

  test('a broken one is listed with its line, and refused with the sentence', async () => {
    writeFileSync(path.join(folder, 'mine.yaml'), 'title: A\ndata: weather\n')
    const [info] = (await listForms(folder)).slice(-1)
    expect(info?.broken).toMatchObject({ line: 2 })
    await expect(loadForm(folder, 'mine', 'ru')).rejects.toMatchObject({
      code: 'FORM_BROKEN',
      data: { form: 'mine', line: 2, reason: expect.stringContaining('Строка 2') as string },
    })
  })

  test('a file of any name is a form, one that cannot be read is a broken one, and no file takes the others away', async () => {
    const long = 'Отчёт о параметрах газопотребления котельных района'
    const names = [long, 'my  form', ' lead', 'ends.']
    for (const name of names) writeFileSync(path.join(folder, `${name}.yaml`), SMALL)
    // More than a text can hold: refused to any user, as a file without rights is not to the administrator.
    writeFileSync(path.join(folder, 'vast.yaml'), '')
    truncateSync(path.join(folder, 'vast.yaml'), 3 * 2 ** 30)
    for (const name of ['._events2', '']) writeFileSync(path.join(folder, `${name}.yaml`), SMALL)
    const own = (await listForms(folder)).slice(FORMS.length)
    expect(own.map(({ code }) => code).sort()).toEqual([...names, 'vast'].sort())
    for (const { code, broken } of own)
      if (code === 'vast')
        expect(broken?.reason).toEqual({
          en: expect.stringMatching(/^The file cannot be read/) as string,
          ru: expect.stringMatching(/^Файл не удаётся/) as string,
        })
      else expect((await loadForm(folder, code, 'en')).title.en).toBe('A')
    await expect(loadForm(folder, 'vast', 'en')).rejects.toMatchObject({ code: 'FORM_BROKEN' })
    await expect(copyForm(folder, 'vast', 'copy')).rejects.toMatchObject({ code: 'NO_SUCH_FORM' })
    await expect(loadForm(folder, 'a\\b', 'en')).rejects.toMatchObject({ code: 'NO_SUCH_FORM' })
  })

  test('a name that is taken, is the program’s or leads elsewhere is refused, and nothing is overwritten', async () => {
    await copyForm(folder, 'events', 'mine')
    writeFileSync(path.join(folder, 'mine.yaml'), 'changed')
    await expect(copyForm(folder, 'events', 'mine')).rejects.toMatchObject({ code: 'FILE_NOT_WRITABLE' })
    expect(readFileSync(path.join(folder, 'mine.yaml'), 'utf8')).toBe('changed')
    await expect(copyForm(folder, 'events', 'passport')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(loadForm(folder, '../mine', 'en')).rejects.toMatchObject({ code: 'NO_SUCH_FORM' })
    await expect(loadForm(folder, 'no-such', 'en')).rejects.toMatchObject({ code: 'NO_SUCH_FORM' })
  })
})
