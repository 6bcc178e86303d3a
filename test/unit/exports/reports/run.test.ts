import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { MeterbookError } from '../../../../electron/contract/errors.ts'
import { writeWhole } from '../../../../electron/exports/file.ts'
import { freeNames, nameByPattern } from '../../../../electron/exports/reports/file-names.ts'
import { planOf, type ReportChoices } from '../../../../electron/exports/reports/plan.ts'
import { runReport, type Line, type Makers } from '../../../../electron/exports/reports/run.ts'
import { consumer, NOW, station, tempBook, tempFolder } from '../../book/fixtures.ts'

const choices: ReportChoices = {
  name: 'Котельные',
  form: 'consumption-monthly',
  language: 'ru',
  timeZone: 'Europe/Moscow',
  contractHour: 10,
  period: 'last-month',
  format: 'pdf',
  files: 'station',
  evidence: false,
  folder: null,
  pattern: '{name} {station} {serial} {from}_{to}',
}

function bookOfTwoConsumers() {
  const book = tempBook()
  book.consumers.put([consumer(5, 'Пекарня', '7701'), consumer(6, 'Баня', '7702')])
  book.stations.put(
    [
      station({ id: 1, customerId: 5, name: 'ГРП-2', equipmentSerialNumber: '0042' }),
      station({ id: 2, customerId: 5, name: 'ГРП-10', equipmentSerialNumber: null }),
      station({ id: 3, customerId: 6, name: 'ШРП', equipmentSerialNumber: 7 }),
    ],
    NOW,
  )
  return book
}

const makersOf = (fails: (file: string) => string | null = () => null): Makers => ({
  async report(_request, { file }) {
    const code = fails(path.basename(file))
    if (code) throw Object.assign(new Error(code), { code })
    await writeFile(file, 'report')
    return { bytes: 6, hash: 'h' }
  },
  async evidence(_request, file) {
    await writeFile(file, 'evidence')
    return { bytes: 8, hash: 'h' }
  },
  codeOf: (error) => (error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'),
})

async function run(wish: Partial<ReportChoices>, folder: string, makers = makersOf(), stop = new AbortController()) {
  const lines: Line[] = []
  const told: number[] = []
  const asked = { ...choices, ...wish }
  const plan = planOf(bookOfTwoConsumers(), asked, 'Месячный отчёт', NOW)
  const about = { savedId: 4, choices: asked, plan, folder, nowMs: NOW }
  const work = runReport(about, makers, (line) => lines.push(line), {
    signal: stop.signal,
    tell: (done, total) => void told.push(done / (total ?? 1)),
  })
  await work.catch((error: unknown) => lines.push({ failure: String(error) } as Line))
  return { lines, told, plan }
}

test('the stations of a consumer are those at the time of the run, in natural order, and days are of last month', () => {
  const book = bookOfTwoConsumers()
  const asked = { ...choices, consumerId: 5 }
  expect(planOf(book, asked, 'Отчёт', NOW)).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
    stationIds: [1, 2],
    files: [
      { name: 'Котельные ГРП-2 0042 2025-12-01_2025-12-31', stationIds: [1] },
      { name: 'Котельные ГРП-10 2025-12-01_2025-12-31', stationIds: [2] },
    ],
  })
  book.stations.put([station({ id: 4, customerId: 5, name: 'ГРП-3' })], NOW)
  expect(planOf(book, { ...asked, files: 'one' }, 'Отчёт', NOW).files).toEqual([
    { name: 'Котельные 3 станции 2025-12-01_2025-12-31', stationIds: [1, 4, 2] },
  ])
  expect(planOf(book, { ...choices, stationIds: [3] }, 'Отчёт', NOW).stationIds).toEqual([3])
  expect(planOf(book, choices, 'Отчёт', NOW).stationIds).toHaveLength(4)
})

test('a fixed span is the one that was chosen, or all there is', () => {
  const book = bookOfTwoConsumers()
  const fixed = { ...choices, period: 'fixed', files: 'one', pattern: '{form} {from} {to} {made}' } as const
  expect(planOf(book, { ...fixed, from: '2025-01-05', to: '2025-01-06' }, 'Отчёт', NOW).files[0]?.name).toBe(
    'Отчёт 2025-01-05 2025-01-06 2026-01-15',
  )
  expect(planOf(book, fixed, 'Отчёт', NOW)).toMatchObject({ from: undefined, to: undefined, files: [{ name: 'Отчёт 2026-01-15' }] })
})

test('a file is made for each station, each is told at once, and the work gets to its end', async () => {
  const folder = tempFolder()
  const { lines, told } = await run({ evidence: true, consumerId: 5 }, folder)
  const names = lines.map(({ name }) => name)
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
  expect(names).toHaveLength(4)
  expect(lines[0]).toEqual({
    savedId: 4,
    name: names[0],
    form: 'consumption-monthly',
    from: '2025-12-01',
    to: '2025-12-31',
    stations: 1,
    madeAtMs: NOW,
    file: path.join(folder, names[0] ?? ''),
    bytes: 6,
    hash: 'h',
    failure: null,
    facts: null,
  })
  expect(told.at(-1)).toBe(1)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})

test('one that fails is a line with its code, and the others are made', async () => {
  const folder = tempFolder()
  const { lines } = await run(
    {},
    folder,
    makersOf((file) => (file.includes('ГРП-10') ? 'DISK_FULL' : null)),
  )
  expect(lines.map(({ failure, file }) => [failure, file === null])).toEqual([
    [null, false],
    ['DISK_FULL', true],
    [null, false],
  ])
})

test('a file that is there is never replaced: the next one gets a number', async () => {
  const folder = tempFolder()
  writeFileSync(path.join(folder, 'ОТЧЁТ.pdf'), 'mine')
  const { lines } = await run({ pattern: 'Отчёт' }, folder)
  expect(lines.map(({ name }) => name)).toEqual(['Отчёт (2).pdf', 'Отчёт (3).pdf', 'Отчёт (4).pdf'])
  expect(readdirSync(folder)).toHaveLength(4)
})

test('a name that another run took meanwhile stays with its file, and a line that cannot be logged is no failure of a file', async () => {
  const folder = tempFolder()
  const makers = makersOf()
  const { lines } = await run({ pattern: 'Отчёт', consumerId: 6 }, folder, {
    ...makers,
    async report(_request, { file }) {
      if (path.basename(file) === 'Отчёт.pdf') writeFileSync(file, 'of another run')
      const bytes = await writeWhole(file, Readable.from([Buffer.from('mine')]), undefined, { isNew: true })
      return { bytes, hash: 'h' }
    },
  })
  expect(lines).toMatchObject([{ name: 'Отчёт (2).pdf', bytes: 4, failure: null, facts: null }])
  expect(
    readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .toSorted(),
  ).toEqual(['mine', 'of another run'])
  const plan = planOf(bookOfTwoConsumers(), choices, 'Отчёт', NOW)
  let told = 0
  const onLine = () => {
    told++
    throw new Error('The log is full')
  }
  const at = { signal: new AbortController().signal, tell: () => undefined }
  await expect(runReport({ savedId: 4, choices, plan, folder, nowMs: NOW }, makers, onLine, at)).rejects.toThrow('The log is full')
  expect(told).toBe(1)
})

test('where files have no second names a file that is there stays, too', async () => {
  const folder = tempFolder()
  const disk = { link: () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' })) }
  const write = () => writeWhole(path.join(folder, 'a'), Readable.from([Buffer.from('1')]), undefined, { disk, isNew: true })
  expect(await write()).toBe(1)
  await expect(write()).rejects.toMatchObject({ code: 'FILE_NOT_WRITABLE', data: { reason: 'EEXIST' } })
  expect(readdirSync(folder)).toEqual(['a'])
})

test('a folder that is gone is one line, and so are choices without a station', async () => {
  const gone = path.join(tempFolder(), 'gone')
  expect((await run({}, gone)).lines).toMatchObject([{ failure: 'FOLDER_MISSING', stations: 3, file: null }])
  const file = path.join(tempFolder(), 'a')
  writeFileSync(file, '')
  expect((await run({}, file)).lines).toMatchObject([{ failure: 'FILE_NOT_WRITABLE', facts: { file, reason: 'ENOTDIR' } }])
  expect((await run({ consumerId: 99 }, tempFolder())).lines).toMatchObject([{ failure: 'NOTHING_CHOSEN', stations: 0 }])
})

test('an end that is asked for keeps what was made, and is no failure of a file', async () => {
  const folder = tempFolder()
  const stop = new AbortController()
  const makers = makersOf()
  const { lines } = await run(
    {},
    folder,
    {
      ...makers,
      async report(...args) {
        if (readdirSync(folder).length === 1) {
          stop.abort(new MeterbookError('CANCELLED'))
          throw new Error('ended')
        }
        return makers.report(...args)
      },
    },
    stop,
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]?.failure).toBeNull()
  expect(lines[1]?.failure).toContain('CANCELLED')
})

test('names fit every file system: no separators, no reserved signs, 255 bytes, and unknown places stay to be seen', () => {
  const facts = {
    name: 'A/B',
    form: 'Отчёт: "сутки"',
    station: '',
    serial: 'я'.repeat(300),
    from: '',
    to: '',
    made: '',
  }
  expect(nameByPattern('{name} {form} {station} {what}', facts)).toBe('A_B Отчёт_ _сутки_ {what}')
  expect(nameByPattern('../{name}', facts)).toBe('_A_B')
  expect(nameByPattern('{station}', facts)).toBe('A_B')
  expect(nameByPattern('{constructor}', facts)).toBe('{constructor}')
  const long = nameByPattern('{serial}{serial}{serial}{serial}', facts)
  expect(Buffer.byteLength(freeNames([`${long}.xlsx`])(long, 'xlsx'))).toBeLessThanOrEqual(255)
})

test('a saved report keeps its columns, and each of its files is made with them', async () => {
  const book = bookOfTwoConsumers()
  const { id } = book.reporting.saveReport({ ...choices, columns: ['period', 'standard'] })
  const { columns } = book.reporting.savedReport(id)
  const asked: unknown[] = []
  const makers = makersOf()
  await run({ columns, evidence: true }, tempFolder(), {
    ...makers,
    report: (request, place, at) => (asked.push(request.columns), makers.report(request, place, at)),
    evidence: (request, file, at) => (asked.push(request.columns), makers.evidence(request, file, at)),
  })
  expect(asked).toEqual(Array.from({ length: 6 }, () => ['period', 'standard']))
})
